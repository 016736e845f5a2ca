import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertThrows,
} from "@std/assert";
import {
  APP_IDENTITY,
  type AppIdentity,
  attributionHeaders,
  sendsUserAgent,
  userAgent,
} from "../../runtime/attribution.ts";
import { VERSION } from "../../runtime/version.ts";

const ACME: AppIdentity = {
  product: "acme-chat",
  version: "2.1.0-beta.1+7",
  url: "https://acme.example/chat?from=llm",
};

function withNavigator(navigator: unknown, run: () => void): void {
  const original = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  Object.defineProperty(globalThis, "navigator", {
    value: navigator,
    configurable: true,
  });
  try {
    run();
  } finally {
    delete (globalThis as { navigator?: unknown }).navigator;
    if (original) Object.defineProperty(globalThis, "navigator", original);
  }
}

Deno.test("APP_IDENTITY names this module and its version", () => {
  assertEquals(APP_IDENTITY, {
    product: "dsh-llm",
    version: VERSION,
    url: "https://jsr.io/@dsh/llm",
  });
  assert(Object.isFrozen(APP_IDENTITY));
});

Deno.test("userAgent() is product, version and url", () => {
  const value = userAgent(ACME);

  assertEquals(
    value,
    "acme-chat/2.1.0-beta.1+7 (+https://acme.example/chat?from=llm)",
  );
});

Deno.test("userAgent() names this module by default", () => {
  const value = userAgent();

  assertEquals(value, `dsh-llm/${VERSION} (+https://jsr.io/@dsh/llm)`);
});

Deno.test("attributionHeaders() is the user agent and nothing else", () => {
  const headers = attributionHeaders(ACME);

  assertEquals(headers, { "user-agent": userAgent(ACME) });
});

Deno.test("attributionHeaders() names this module by default", () => {
  const headers = attributionHeaders();

  assertEquals(headers, { "user-agent": userAgent(APP_IDENTITY) });
});

Deno.test("attributionHeaders() makes a new object for each call", () => {
  const headers = attributionHeaders();

  assertNotStrictEquals(headers, attributionHeaders());
});

Deno.test("attributionHeaders() is the same in a web page", () => {
  withNavigator({ userAgent: "Mozilla/5.0" }, () => {
    const headers = attributionHeaders(ACME);

    assertEquals(headers, { "user-agent": userAgent(ACME) });
  });
});

const BAD_FIELDS: [field: keyof AppIdentity, value: unknown][] = [
  ["product", ""],
  ["product", "acme chat"],
  ["product", "acme/chat"],
  ["product", "acme\r\nx-evil: 1"],
  ["product", "acmé"],
  ["product", undefined],
  ["version", ""],
  ["version", "2.1 (beta)"],
  ["version", "2\n"],
  ["version", 2],
  ["url", ""],
  ["url", "https://acme.example/\r\nx-evil: 1"],
  ["url", "https://acme.example/ä"],
  ["url", "https://acme.example/a b"],
  ["url", "https://acme.example/)"],
  ["url", "https://acme.example/("],
  ["url", "https://acme.example/\\"],
  ["url", null],
];

for (const [field, value] of BAD_FIELDS) {
  const shown = JSON.stringify(value);

  Deno.test(`userAgent() refuses the ${field} ${shown}`, () => {
    const identity = { ...ACME, [field]: value } as AppIdentity;

    assertThrows(() => userAgent(identity), TypeError, `"identity.${field}"`);
  });

  Deno.test(`attributionHeaders() refuses the ${field} ${shown}`, () => {
    const identity = { ...ACME, [field]: value } as AppIdentity;

    assertThrows(
      () => attributionHeaders(identity),
      TypeError,
      `"identity.${field}"`,
    );
  });
}

const PLACES: [where: string, navigator: unknown, sends: boolean][] = [
  ["a browser", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" }, false],
  ["Deno", { userAgent: "Deno/2.9.6" }, true],
  ["workerd", { userAgent: "Cloudflare-Workers" }, true],
  ["a place without a navigator", undefined, true],
  ["a place whose navigator has no name", {}, true],
];

for (const [where, navigator, expected] of PLACES) {
  Deno.test(`sendsUserAgent() is ${expected} in ${where}`, () => {
    withNavigator(navigator, () => {
      const sends = sendsUserAgent();

      assertEquals(sends, expected);
    });
  });
}

for (const value of [null, "acme-chat"]) {
  Deno.test(`userAgent() refuses ${JSON.stringify(value)} for an identity`, () => {
    assertThrows(
      () => userAgent(value as never),
      TypeError,
      'Cannot build user agent: "identity" must be an object',
    );
  });
}
