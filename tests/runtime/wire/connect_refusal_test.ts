import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { connect } from "../../../runtime/wire/connect.ts";
import { LlmError } from "../../../runtime/error.ts";
import { endOf, failureIn, text } from "../_stub_adapter.ts";
import {
  events,
  numbered,
  readAll,
  type ScriptedAnswer,
  scriptedFetch,
  status,
} from "./_scripted_fetch.ts";

const LASTING: [what: string, answer: ScriptedAnswer, code: string][] = [
  ["status 400", status(400), "INVALID_REQUEST"],
  ["status 401", status(401), "AUTH"],
  ["status 403", status(403), "AUTH"],
  ["status 404", status(404), "HTTP_404"],
  ["status 405", status(405), "HTTP_405"],
  ["status 410", status(410), "HTTP_410"],
  ["status 204", status(204), "STREAM_CLOSED"],
  ["status 304", status(304), "HTTP_304"],
  [
    "no body",
    new Response(null, { headers: { "content-type": "text/event-stream" } }),
    "STREAM_CLOSED",
  ],
  [
    "a page",
    new Response("<p>", { headers: { "content-type": "text/html" } }),
    "MALFORMED_RESPONSE",
  ],
  [
    "lines of JSON",
    new Response("{}", { headers: { "content-type": "application/x-ndjson" } }),
    "MALFORMED_RESPONSE",
  ],
  [
    "a failure of the fetch itself",
    new LlmError("Cannot sign request", "MISSING_CREDENTIAL"),
    "MISSING_CREDENTIAL",
  ],
];

for (const [what, answer, code] of LASTING) {
  Deno.test(`connect() does not ask again after ${what}`, async () => {
    const server = scriptedFetch(answer);

    const chunks = await readAll(server);

    assertEquals(endOf(chunks), `error ${code}`);
    assertStrictEquals(server.requests.length, 1);
  });
}

Deno.test("connect() does not ask again for what is no URL here", async () => {
  const refused = new TypeError("Invalid URL");
  const stream = connect("/answers/1", {
    fetch: () => Promise.reject(refused),
  });

  const chunks = await Array.fromAsync(stream);

  assertEquals(failureIn(chunks), {
    message: "Cannot read response: its URL must be absolute outside of a page",
    code: "INVALID_REQUEST",
  });
});

for (const code of [204, 404, 410]) {
  Deno.test(`connect() takes status ${code} for the loss of a response it had begun`, async () => {
    const server = scriptedFetch(events(numbered([text("a")])), status(code));

    const chunks = await readAll(server);

    assertEquals(chunks[0], text("a"));
    assertEquals(failureIn(chunks), {
      message: "Cannot resume response: the server has nothing more of it",
      code: "STREAM_CLOSED",
      status: code,
    });
    assertStrictEquals(server.requests.length, 2);
  });
}

Deno.test("connect() lets go of the body of a refusal", async () => {
  let cancelled = false;
  const body = new ReadableStream({ cancel: () => void (cancelled = true) });
  const server = scriptedFetch(() => new Response(body, { status: 404 }));

  await readAll(server);

  assert(cancelled);
});

Deno.test("connect() keeps what a failed fetch was thrown with to itself", async () => {
  const server = scriptedFetch(new TypeError("http://user:secret@host"));

  const chunks = await readAll(server, { maxAttempts: 1 });

  assertEquals(failureIn(chunks), {
    message: "Cannot read response: the server cannot be reached",
    code: "TRANSPORT",
  });
});
