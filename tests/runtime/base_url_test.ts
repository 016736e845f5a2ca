import { assertEquals } from "@std/assert";
import { baseURL, trimBaseURL } from "../../runtime/base_url.ts";

const PLACES: readonly [given: string, trimmed: string][] = [
  ["https://a.example", "https://a.example"],
  ["http://a.example:8080/v1//", "http://a.example:8080/v1"],
  ["HTTPS://A.example/V1", "https://a.example/V1"],
];

for (const [given, trimmed] of PLACES) {
  Deno.test(`baseURL() finds nothing wrong with ${given}`, () => {
    assertEquals(baseURL(given, "url"), undefined);
  });

  Deno.test(`trimBaseURL() makes ${trimmed} of ${given}`, () => {
    assertEquals(trimBaseURL(given), trimmed);
  });
}

const FAULTY: readonly unknown[] = [
  undefined,
  7,
  new URL("https://a.example"),
  "",
  "secret",
  "//a.example",
  "ftp://a.example/secret",
  "https://secret@a.example",
  "https://:secret@a.example",
  "https://a.example/?",
  "https://a.example/?key=secret",
  "https://a.example/#",
];

for (const given of FAULTY) {
  Deno.test(`baseURL() finds fault with ${Deno.inspect(given)}, and does not repeat it`, () => {
    assertEquals(
      baseURL(given, "options.url"),
      '"options.url" must be an absolute http or https URL without credentials, query or fragment',
    );
  });
}
