import { assertEquals } from "@std/assert";
import type { PiAiApi } from "../../../adapters/pi_ai/protocols.ts";
import { type Play, play } from "./_play.ts";
import { API_KEY, type Outcome, reach } from "./_reach.ts";
import { frame, type Script } from "./_script.ts";
import { type Wire, WIRES } from "./_wires.ts";

const PAGE = "<html><head><title>Log in</title></head></html>";
const NO_STREAM = "Cannot read response: it is no stream of events, but";

async function ask(api: PiAiApi, given: Play): Promise<Outcome> {
  await using server = play(given);
  return await reach(api, server.url).ask();
}

/** The beginning of an answer: one piece of text. */
function beginning(wire: Wire, script: Script = { text: ["Hello"] }): string[] {
  return wire.frames(script).slice(0, wire.firstText + 1);
}

for (const wire of WIRES) {
  const { api } = wire;

  Deno.test(`PiAiAdapter ends with a failure that comes in the answer by ${api}`, async () => {
    const pieces = [...beginning(wire), wire.failure("It broke")];

    const { failure, blocks } = await ask(api, { pieces, end: "silence" });

    assertEquals(failure?.code, "SERVER");
    assertEquals(blocks, [{ type: "text", text: "Hello" }]);
  });

  const failures: [string, string, string][] = [
    ["server_error", "The server is overloaded", "SERVER"],
    ["rate_limit_exceeded", "Rate limit reached", "RATE_LIMIT"],
    ["insufficient_quota", "You exceeded your current quota", "QUOTA_EXCEEDED"],
    [
      "context_length_exceeded",
      "Your input exceeds the context window of this model",
      "CONTEXT_WINDOW_EXCEEDED",
    ],
    [
      "invalid_request_error",
      "Invalid JSON schema for a tool",
      // OpenAI's SDK lets go of all but the words.
      wire.speaks === "openai" ? "SERVER" : "INVALID_REQUEST",
    ],
  ];
  for (const [type, message, code] of failures) {
    Deno.test(`PiAiAdapter takes ${type} in the answer for ${code} by ${api}`, async () => {
      const { failure, chunks } = await ask(api, {
        pieces: [wire.failure(message, type)],
      });

      assertEquals(failure?.code, code);
      assertEquals(failure?.message.includes(message), true);
      assertEquals(chunks.length, 1);
    });
  }

  Deno.test(`PiAiAdapter takes a time to wait from the answer by ${api}`, async () => {
    const words = "Rate limit reached. Please try again in 1.5s.";

    const { failure } = await ask(api, {
      pieces: [wire.failure(words, "rate_limit_exceeded")],
    });

    assertEquals(failure?.code, "RATE_LIMIT");
    assertEquals(failure?.providerRetryAfterMs, 1_500);
  });

  Deno.test(`PiAiAdapter lets no secret of the answer out by ${api}`, async () => {
    const masked = `${API_KEY.slice(0, 8)}****${API_KEY.slice(-4)}`;
    const pieces = [
      ...beginning(wire),
      wire.failure(`No more for ${API_KEY}, also called ${masked}`),
    ];

    const { failure } = await ask(api, { pieces });

    assertEquals(failure?.message.includes("No more for [redacted]"), true);
    assertEquals(failure?.message.includes(API_KEY.slice(-4)), false);
  });

  Deno.test(`PiAiAdapter lets no secret of a refusal out by ${api}`, async () => {
    const { failure } = await ask(api, {
      status: 401,
      headers: { "x-request-id": `req-${API_KEY}` },
      pieces: [wire.refusal(`Wrong: ${API_KEY}`)],
    });

    assertEquals(failure?.message, "Wrong: [redacted]");
    assertEquals(failure?.code, "AUTH");
    assertEquals(JSON.stringify(failure).includes(API_KEY), false);
  });

  Deno.test(`PiAiAdapter cannot read JSON that is none by ${api}`, async () => {
    const [first, ...rest] = beginning(wire);
    const broken = first!.replace(/\}+\n\n$/, ", oops\n\n");

    const { failure, chunks } = await ask(api, { pieces: [broken, ...rest] });

    assertEquals(failure?.code, "MALFORMED_RESPONSE");
    assertEquals(chunks.length, 1);
  });

  Deno.test(`PiAiAdapter keeps what came before JSON that is none by ${api}`, async () => {
    const frames = wire.frames({ text: ["Hello", " you"] });
    const broken = frames[wire.firstText + 1]!.replace(/\}+\n\n$/, "\n\n");
    const pieces = [...frames.slice(0, wire.firstText + 1), broken];

    const { failure, blocks } = await ask(api, { pieces, end: "silence" });

    assertEquals(failure?.code, "MALFORMED_RESPONSE");
    assertEquals(blocks, [{ type: "text", text: "Hello" }]);
  });

  for (const type of ["text/html", "text/event-stream"]) {
    Deno.test(`PiAiAdapter takes no page for an answer by ${api}, sent as ${type}`, async () => {
      const headers = { "content-type": type };

      const { failure } = await ask(api, { headers, pieces: [PAGE] });

      assertEquals(
        failure,
        type === "text/html"
          ? {
            message: `${NO_STREAM} a page titled "Log in"`,
            code: "MALFORMED_RESPONSE",
          }
          : {
            message: "Cannot complete response: it broke off before its end",
            code: "STREAM_CLOSED",
          },
      );
    });
  }

  Deno.test(`PiAiAdapter finds the error in a body that is no stream by ${api}`, async () => {
    const headers = { "content-type": "application/json" };
    const body = wire.refusal(`Wrong: ${API_KEY}`, "authentication_error");

    const { failure } = await ask(api, { headers, pieces: [body] });

    assertEquals(failure, { message: "Wrong: [redacted]", code: "AUTH" });
  });

  Deno.test(`PiAiAdapter takes no other body for an answer by ${api}`, async () => {
    const headers = { "content-type": "application/json" };

    const { failure } = await ask(api, { headers, pieces: ['{"id":1}'] });

    assertEquals(failure, {
      message: `${NO_STREAM} "{\\"id\\":1}"`,
      code: "MALFORMED_RESPONSE",
    });
  });

  Deno.test(`PiAiAdapter reads a stream that is called JSON by ${api}`, async () => {
    const headers = { "content-type": "application/json" };

    const { finish } = await ask(api, {
      headers,
      pieces: wire.frames({ text: ["Hello"] }),
    });

    assertEquals(finish, { kind: "stop" });
  });

  Deno.test(`PiAiAdapter takes a stream that is called JSON and breaks off for what it is by ${api}`, async () => {
    const headers = { "content-type": "application/json" };

    const { failure } = await ask(api, { headers, pieces: beginning(wire) });

    assertEquals(failure?.code, "STREAM_CLOSED");
  });

  for (const status of [200, 204]) {
    Deno.test(`PiAiAdapter takes nothing for a broken answer by ${api}, status ${status}`, async () => {
      const { failure } = await ask(api, { status });

      assertEquals(failure?.code, "STREAM_CLOSED");
    });
  }

  const empty: [string, Script][] = [
    ["nothing at all", {}],
    ["a text without text", { text: [] }],
    ["pieces of text without text", { text: ["", ""] }],
  ];
  for (const [what, script] of empty) {
    Deno.test(`PiAiAdapter takes ${what} for no answer by ${api}`, async () => {
      const { failure } = await ask(api, { pieces: wire.frames(script) });

      assertEquals(failure?.code, "EMPTY_RESPONSE");
    });
  }

  Deno.test(`PiAiAdapter takes thinking alone for an answer by ${api}`, async () => {
    const pieces = wire.frames({ reasoning: ["Hm"] });

    const { finish, blocks } = await ask(api, { pieces });

    assertEquals(finish, { kind: "stop" });
    assertEquals(blocks, [{ type: "reasoning", text: "Hm" }]);
  });

  for (const [reason, code] of wire.badEnds) {
    Deno.test(`PiAiAdapter takes the end "${reason}" for ${code} by ${api}`, async () => {
      const pieces = wire.frames({ text: ["Hi"], finish: reason });

      const { failure, blocks, facts } = await ask(api, { pieces });

      assertEquals(failure?.code, code);
      assertEquals(blocks, [{ type: "text", text: "Hi" }]);
      assertEquals(facts?.rawFinishReason, reason);
    });
  }

  for (const reason of wire.goodEnds) {
    Deno.test(`PiAiAdapter takes the end "${reason}" for one by ${api}`, async () => {
      const pieces = wire.frames({ text: ["Hi"], finish: reason });

      const { finish, facts } = await ask(api, { pieces });

      assertEquals(finish, { kind: "stop" });
      assertEquals(facts?.rawFinishReason, reason);
    });
  }

  Deno.test(`PiAiAdapter does without events it does not know by ${api}`, async () => {
    const [first, ...rest] = wire.frames({ text: ["Hi"] });
    const odd = frame({ type: "novelty", id: "x" });

    const { finish } = await ask(api, { pieces: [first!, odd, ...rest] });

    assertEquals(finish, { kind: "stop" });
  });

  for (const [what, pieces] of wire.odd) {
    Deno.test(`PiAiAdapter cannot read ${what} by ${api}`, async () => {
      const { failure } = await ask(api, { pieces: [...pieces] });

      assertEquals(failure?.code, "MALFORMED_RESPONSE");
      assertEquals(failure?.message.startsWith("Cannot read response: "), true);
    });
  }

  for (const target of ["https://elsewhere.example/v1?key=1", "nowhere"]) {
    Deno.test(`PiAiAdapter follows no redirect to ${target} by ${api}`, async () => {
      await using server = play({ status: 307, headers: { location: target } });

      const { failure } = await reach(api, server.url).ask();

      const where = target === "nowhere" ? server.url : new URL(target).origin;
      assertEquals(failure, {
        message: `Cannot call model: the server redirects to "${where}"`,
        code: "INVALID_REQUEST",
        status: 307,
      });
      assertEquals(server.got.length, 1);
    });
  }
}
