import { assertEquals } from "@std/assert";
import { type Answer, answer, type AnswerScript } from "../answer.ts";
import { provide, type Provider, type Reply } from "../provider.ts";
import { startConformanceServer } from "./conformance_server.ts";

const SILENT: Reply = { text: "Hello", cutAfterEvents: 2, end: "stall" };

interface Site extends AsyncDisposable {
  readonly url: string;
  provide(...replies: Reply[]): Promise<Provider>;
  answer(script: AnswerScript): Promise<Answer>;
}

async function start(): Promise<Site> {
  const server = await startConformanceServer();
  const { url } = server;
  return {
    url,
    provide: (...replies) => provide({ url }, ...replies),
    answer: (script) => answer({ url }, script),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function ask(baseURL: string, signal?: AbortSignal): Promise<Response> {
  const messages = [{ role: "user", content: "Hi".repeat(200) }];
  return fetch(`${baseURL}/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer a" },
    body: JSON.stringify({ model: "m", stream: true, messages }),
    ...signal !== undefined && { signal },
  });
}

Deno.test("a provider tells what it was asked", async () => {
  await using site = await start();
  const { baseURL, seen } = await site.provide();

  await (await ask(baseURL)).text();

  const { requests: [request], stops } = await seen();
  assertEquals(request?.headers["authorization"], "Bearer a");
  assertEquals(request?.body?.["model"], "m");
  assertEquals(stops, 0);
});

Deno.test("a provider notices a client who leaves a body", async () => {
  await using site = await start();
  const { baseURL, seen, stopped } = await site.provide(SILENT);
  const response = await ask(baseURL);

  await response.body?.cancel();
  await stopped();

  assertEquals((await seen()).stops, 1);
});

Deno.test("a provider notices a client who leaves before the headers", async () => {
  await using site = await start();
  const { baseURL, seen, stopped } = await site.provide({
    headersDelayMs: 60_000,
  });
  const controller = new AbortController();
  const asking = ask(baseURL, controller.signal).catch(() => "left");
  while ((await seen()).requests.length === 0);

  controller.abort();

  assertEquals(await asking, "left");
  await stopped();
});

Deno.test("a provider keeps its answers apart from those of others", async () => {
  await using site = await start();
  const one = await site.provide({ text: "One" });
  const two = await site.provide({ text: "Two" });

  const texts = [
    await (await ask(one.baseURL)).text(),
    await (await ask(two.baseURL)).text(),
  ];

  assertEquals(texts.map((text) => text.includes("One")), [true, false]);
});

Deno.test("a connection that is reset fails in the middle", async () => {
  await using site = await start();
  const { baseURL } = await site.provide({ ...SILENT, end: "reset" });
  const response = await ask(baseURL);

  const failed = await response.text().then(() => false, () => true);

  assertEquals(failed, true);
});

Deno.test("pages of other origins may send what providers allow, no more", async () => {
  await using site = await start();
  const { baseURL, seen } = await site.provide();

  const { headers } = await fetch(`${baseURL}/chat/completions`, {
    method: "OPTIONS",
    headers: { "access-control-request-headers": "authorization" },
  });

  const allowed = headers.get("access-control-allow-headers") ?? "";
  assertEquals(allowed.includes("authorization"), true);
  assertEquals(allowed.includes("user-agent"), false);
  assertEquals((await seen()).preflights, ["authorization"]);
});

Deno.test("an answer breaks where its script says", async () => {
  await using site = await start();
  const { url, seen } = await site.answer({ text: ["Hello"], breaks: [10] });

  const first = await (await fetch(url)).text();
  const second = await (await fetch(url)).text();

  assertEquals(first, second.slice(0, 10));
  assertEquals((await seen()).calls, 2);
});

Deno.test("what does not exist is not found", async () => {
  await using site = await start();

  const paths = ["/", "/calls/9", "/answers/9", "/_seen?call=9", "/_stopped"];
  const statuses: number[] = [];
  for (const path of paths) {
    const response = await fetch(`${site.url}${path}`);
    await response.body?.cancel();
    statuses.push(response.status);
  }

  assertEquals(statuses, paths.map(() => 404));
});
