import { assertEquals } from "@std/assert";
import { flowing, open, URL_ } from "./_exchange.ts";
import { scriptFetch } from "./_fake.ts";

const LARGE = "x".repeat(40 * 1024);

/** What comes of some reads, as pi-ai gets it. */
async function handedOver(reads: string[]): Promise<string[]> {
  const { exchange } = flowing({ fetch: scriptFetch(reads).fetch });
  const { body } = await exchange.fetch(URL_);
  const pieces = await Array.fromAsync(body!);
  return pieces.map((piece) => new TextDecoder().decode(piece));
}

const LINES: [string, string[], string[]][] = [
  ["a line of many reads at once", ["a", "b", "c\n", "d\n"], ["abc\n", "d\n"]],
  ["lines of one read at once", ["a\nb\n", "c\n"], ["a\nb\n", "c\n"]],
  ["a line with the beginning of the next", ["a", "\nb", "\n"], ["a\nb", "\n"]],
  ["a line that ends in the old way", ["a", "b\r", "c\r"], ["ab\r", "c\r"]],
  ["what is left at the end", ["a\n", "b", "c"], ["a\n", "bc"]],
  ["nothing of an empty body", [], []],
  [
    "no more of a line than much",
    [LARGE, LARGE, LARGE, LARGE, "\n"],
    [LARGE + LARGE, LARGE + LARGE, "\n"],
  ],
];

for (const [what, reads, pieces] of LINES) {
  Deno.test(`Exchange.fetch() hands over ${what}`, async () => {
    assertEquals(await handedOver(reads), pieces);
  });
}

Deno.test("Exchange.fetch() takes each read of a line that is wanted for a sign of life", async () => {
  const { exchange, wants, heard } = open(scriptFetch(["a", "b", "\n"]));
  const reader = (await exchange.fetch(URL_)).body!.getReader();
  const read = reader.read();

  for (let reads = 0; reads < 3; reads++) {
    while (wants.length === 0) await Promise.resolve();
    wants.shift()!();
  }

  assertEquals(new TextDecoder().decode((await read).value), "ab\n");
  assertEquals(heard.slice(3), [
    "waiting",
    "received",
    "waiting",
    "received",
    "waiting",
    "received",
  ]);
});

Deno.test("Exchange.cancel() ends the wait for the rest of a line", async () => {
  const script = scriptFetch(["a"], { end: "stall" });
  const { exchange } = flowing({ fetch: script.fetch });
  const read = (await exchange.fetch(URL_)).body!.getReader().read();
  while (script.reads < 2) await Promise.resolve();

  await exchange.cancel("enough");

  await read;
  assertEquals(script.cancelled, ["enough"]);
});
