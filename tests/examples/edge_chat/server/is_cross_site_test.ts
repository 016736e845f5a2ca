import { assertEquals } from "@std/assert";
import { isCrossSite } from "../../../../examples/edge_chat/server/is_cross_site.ts";
import { mockDeepSeek } from "../../../../testing/mod.ts";
import { openChat, ORIGIN, questionOf } from "../open_chat.ts";

const REQUESTS: [headers: Record<string, string>, crossSite: boolean][] = [
  [{}, false],
  [{ "sec-fetch-site": "same-origin" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{ "sec-fetch-site": "same-site" }, true],
  [{ "sec-fetch-site": "cross-site" }, true],
  [{ "sec-fetch-site": "" }, true],
  [{ "sec-fetch-site": "cross-site", origin: ORIGIN }, true],
  [{ origin: ORIGIN }, false],
  [{ origin: "http://chat.example" }, false],
  [{ origin: "https://chat.example:8443" }, true],
  [{ origin: "https://chat.example.evil.example" }, true],
  [{ origin: "https://evil.example" }, true],
  [{ origin: "null" }, true],
  [{ origin: "" }, true],
];

for (const [headers, crossSite] of REQUESTS) {
  Deno.test(`isCrossSite() is ${crossSite} for ${JSON.stringify(headers)}`, () => {
    const request = new Request(`${ORIGIN}/chat`, { headers });

    const answer = isCrossSite(request);

    assertEquals(answer, crossSite);
  });
}

for (const method of ["POST", "GET", "DELETE"]) {
  Deno.test(`createEdgeChat() refuses ${method} from a page of another origin with 403`, async () => {
    const provider = mockDeepSeek([{ text: "Hi" }]);
    const chat = openChat(provider);
    const path = method === "POST" ? "/chat" : await chat.begin("Hi");
    await chat.over();
    const before = provider.requests.length;

    const response = await chat.ask(path, {
      method,
      headers: {
        "content-type": "application/json",
        origin: "https://evil.example",
      },
      ...method === "POST" && { body: JSON.stringify(questionOf("Hi")) },
    });

    assertEquals(await response.json(), {
      title: "Cannot serve request: it comes from a page of another origin",
      status: 403,
    });
    assertEquals(provider.requests.length, before);
  });
}
