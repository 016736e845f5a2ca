import { assertEquals } from "@std/assert";
import type { SessionRequestOptions } from "../../../runtime/session/session_request.ts";
import { said } from "./_events.ts";
import { ask, CONFIG, logged, loop } from "./_loop.ts";

function tools(...names: string[]) {
  return names.map((name) => ({ name, description: "", parameters: {} }));
}

const MODEL = { id: "m", name: "M", defaultMaxTokens: 10 };

Deno.test("request() logs the effective config, and what of it the adapter filled in", async () => {
  const { session } = await loop({ models: [MODEL] });

  await ask(session);

  assertEquals(logged(session, "request/header")[0]?.data.header, {
    config: { ...CONFIG, maxTokens: 10 },
    adapterDefaults: { maxTokens: true },
  });
});

Deno.test("request() logs and sends the system slot and the tools, by name", async () => {
  const { session, adapter } = await loop();

  await ask(session, { system: "Be brief", tools: tools("b", "a") });

  const { header } = logged(session, "request/header")[0]!.data;
  assertEquals(header.system, "Be brief");
  assertEquals(header.tools, tools("a", "b"));
  assertEquals(adapter.requests[0]!.system, "Be brief");
  assertEquals(adapter.requests[0]!.tools, tools("a", "b"));
});

Deno.test("request() sorts tools by the order it is given", async () => {
  const { session, adapter } = await loop();

  await ask(session, { tools: tools("a", "b"), toolOrder: ["b"] });

  assertEquals(adapter.requests[0]!.tools, tools("b", "a"));
});

const SAME: [name: string, options: SessionRequestOptions][] = [
  ["nothing else is asked for", {}],
  ["the same is asked for", {
    config: CONFIG,
    system: "Be brief",
    tools: tools("b", "a"),
  }],
  ["its tools come in another order", { tools: tools("a", "b") }],
];

for (const [name, options] of SAME) {
  Deno.test(`request() logs no header again where ${name}`, async () => {
    const { session, adapter } = await loop({ models: [MODEL] });
    await ask(session, { system: "Be brief", tools: tools("b", "a") });

    await session.append(said("Again"));
    await session.request(options).result;

    assertEquals(logged(session, "request/header").length, 1);
    const [first, second] = adapter.requests.map((request) => ({
      ...request,
      messages: [],
      signal: undefined,
    }));
    assertEquals(second, first);
  });
}

const CHANGES: [
  name: string,
  options: SessionRequestOptions,
  changed: object,
][] = [
  ["config", { config: { ...CONFIG, temperature: 1 } }, {
    config: { ...CONFIG, temperature: 1, maxTokens: 10 },
  }],
  ["origin of a field", { config: { ...CONFIG, maxTokens: 10 } }, {
    adapterDefaults: {},
  }],
  ["system slot", { system: "Be long" }, { system: "Be long" }],
  ["tools", { tools: tools("c") }, { tools: tools("c") }],
  ["order of tools", { toolOrder: ["b"] }, { tools: tools("b", "a") }],
];

for (const [name, options, changed] of CHANGES) {
  Deno.test(`request() logs the header again with another ${name}`, async () => {
    const { session } = await loop({ models: [MODEL] });
    await ask(session, { system: "Be brief", tools: tools("a", "b") });

    await session.append(said("Again"));
    await session.request(options).result;

    const headers = logged(session, "request/header");
    assertEquals(headers.length, 2);
    assertEquals(headers[1]!.data.header, {
      ...headers[0]!.data.header,
      ...changed,
    });
  });
}

Deno.test("request() takes the system slot and the tools back where they are empty", async () => {
  const { session, adapter } = await loop();
  await ask(session, { system: "Be brief", tools: tools("a") });

  await session.append(said("Again"));
  await session.request({ system: "", tools: [] }).result;

  const { header } = logged(session, "request/header")[1]!.data;
  assertEquals(header, { config: CONFIG, adapterDefaults: {} });
  assertEquals(adapter.requests[1]!.system, undefined);
  assertEquals(adapter.requests[1]!.tools, undefined);
});

Deno.test("request() takes another default of the adapter", async () => {
  const models = [{ ...MODEL }];
  const { session, adapter } = await loop({ models });
  await ask(session);

  models[0]!.defaultMaxTokens = 20;
  await session.append(said("Again"));
  await session.request().result;

  assertEquals(adapter.requests[1]!.maxTokens, 20);
});

Deno.test("request() logs the header once when a session is resumed, though nothing changed", async () => {
  const first = await loop({ models: [MODEL] });
  await ask(first.session, { system: "Be brief" });
  const history = [...first.session.eventsFrom(1)];

  const { session } = await loop({ history, models: [MODEL] });
  for (let k = 0; k < 2; k++) {
    await session.append(said("Again"));
    await session.request().result;
  }

  const headers = logged(session, "request/header");
  assertEquals(headers.length, 2);
  assertEquals(headers[1]!.data, headers[0]!.data);
});

Deno.test("request() asks for the same again when a session is resumed", async () => {
  const first = await loop();
  await ask(first.session, { system: "Be brief", tools: tools("a") });
  const history = [...first.session.eventsFrom(1)];

  const { session, adapter } = await loop({ history });
  await session.append(said("Again"));
  await session.request().result;

  const { signal: _, ...sent } = adapter.requests[0]!;
  assertEquals(sent, {
    ...CONFIG,
    system: "Be brief",
    tools: tools("a"),
    messages: session.messages.slice(0, 3),
    sessionId: first.session.id,
  });
});

Deno.test("request() logs what is known of the model, and again when that changes", async () => {
  const models = [
    { id: "m", name: "M", context: { contextWindow: 8 } },
    { id: "n", name: "N", inputModalities: ["text" as const] },
    { id: "o", name: "O" },
  ];
  const { session } = await loop({ models });

  for (const model of ["m", "m", "n", "o", "o"]) {
    await session.append(said("Again"));
    await ask(session, { config: { provider: "p", model } });
  }

  assertEquals(logged(session, "request/context").map(({ data }) => data), [
    { contextWindow: 8 },
    { inputModalities: ["text"] },
    {},
  ]);
});

Deno.test("request() logs nothing of a model of which nothing is known", async () => {
  const { session } = await loop();

  await ask(session);

  assertEquals(logged(session, "request/context"), []);
});

Deno.test("request() logs what is known of the model no second time when a session is resumed", async () => {
  const models = [{ id: "m", name: "M", context: { contextWindow: 8 } }];
  const first = await loop({ models });
  await ask(first.session);
  const history = [...first.session.eventsFrom(1)];

  const { session } = await loop({ history, models });
  await session.append(said("Again"));
  await session.request().result;

  assertEquals(logged(session, "request/context").length, 1);
});
