import { assertEquals } from "@std/assert";
import type { PiAiApi } from "../../adapters/pi_ai/protocols.ts";
import { deferred } from "../../runtime/deferred.ts";
import { events, reach, serve } from "./_server.ts";

const CAPS: readonly [PiAiApi, (body: Record<string, unknown>) => unknown][] = [
  [
    "openai-completions",
    (body) => body.max_completion_tokens ?? body.max_tokens,
  ],
  ["openai-responses", (body) => body.max_output_tokens],
  ["mistral-conversations", (body) => body.max_tokens],
  [
    "google-generative-ai",
    (body) =>
      (body.generationConfig as Record<string, unknown> | undefined)
        ?.maxOutputTokens,
  ],
];

for (const [api, capOf] of CAPS) {
  Deno.test(`PiAiAdapter caps no request by a guess, by ${api}`, async () => {
    await using server = serve(events());

    await reach(api, server.url, { defaultMaxTokens: 1_000 }).call();

    assertEquals(capOf(server.got[0]!.body), undefined);
  });

  Deno.test(`PiAiAdapter caps a request as it is asked to, by ${api}`, async () => {
    await using server = serve(events());

    await reach(api, server.url).call({ maxTokens: 77 });

    assertEquals(capOf(server.got[0]!.body), 77);
  });
}

const STOPS: readonly [PiAiApi, (body: Record<string, unknown>) => unknown][] =
  [
    ["openai-completions", (body) => body.stop],
    ["anthropic-messages", (body) => body.stop_sequences],
    ["mistral-conversations", (body) => body.stop],
    [
      "google-generative-ai",
      (body) =>
        (body.generationConfig as Record<string, unknown> | undefined)
          ?.stopSequences,
    ],
  ];

for (const [api, stopsOf] of STOPS) {
  Deno.test(`PiAiAdapter sends stop strings, by ${api}`, async () => {
    await using server = serve(events());

    await reach(api, server.url).call({ stop: ["END"] });

    assertEquals(stopsOf(server.got[0]!.body), ["END"]);
  });
}

Deno.test("PiAiAdapter sends no key where there is none", async () => {
  await using server = serve(events());

  await reach("openai-completions", server.url, { apiKey: undefined }).call();

  assertEquals("authorization" in server.got[0]!.headers, false);
});

for (const status of [429, 500, 529]) {
  Deno.test(`PiAiAdapter makes one attempt, whatever ${status} says`, async () => {
    await using server = serve(() =>
      new Response("No", { status, headers: { "retry-after": "0" } })
    );

    const chunks = await reach("anthropic-messages", server.url).call();

    assertEquals([chunks.length, server.got.length], [1, 1]);
  });
}

const ENDLESS: readonly [PiAiApi, unknown[]][] = [
  ["openai-completions", [{ choices: [{ delta: { content: "a" } }] }]],
  ["anthropic-messages", [
    { type: "message_start", message: { id: "msg_1", model: "m", usage: {} } },
    {
      type: "content_block_start",
      index: 0,
      content_block: { type: "text", text: "" },
    },
    {
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text: "a" },
    },
  ]],
  ["openai-responses", [
    { type: "response.created", response: { id: "resp_1" } },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { type: "message", id: "msg_1", content: [] },
    },
    { type: "response.output_text.delta", output_index: 0, delta: "a" },
  ]],
];

for (const [api, payloads] of ENDLESS) {
  Deno.test(`PiAiAdapter stops the request when the caller gives up, by ${api}`, async () => {
    const gone = deferred<void>();
    await using server = serve(() => {
      const body = events(...payloads)().body!;
      const reader = body.getReader();
      return new Response(
        new ReadableStream({
          async pull(controller) {
            const { value } = await reader.read();
            if (value !== undefined) return controller.enqueue(value);
            await gone.promise;
          },
          cancel: () => gone.resolve(undefined),
        }),
        { headers: { "content-type": "text/event-stream" } },
      );
    });
    const aborting = new AbortController();
    const { stream } = reach(api, server.url);
    const reader = stream({ signal: aborting.signal }).getReader();
    for (let k = 0; k < 2; k++) await reader.read();

    aborting.abort();

    const { value } = await reader.read();
    assertEquals(value?.type === "finish" && value.reason.kind, "aborted");
    await gone.promise;
  });
}
