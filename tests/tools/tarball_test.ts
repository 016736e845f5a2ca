import { assertEquals, assertRejects } from "@std/assert";
import { readTarball, writeTarball } from "../../tools/tarball.ts";

const encoder = new TextEncoder();

function filesOf(
  texts: Record<string, string>,
): Map<string, Uint8Array<ArrayBuffer>> {
  return new Map(
    Object.entries(texts).map(([path, text]) => [path, encoder.encode(text)]),
  );
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** A tarball whose first header has other bytes somewhere. */
async function patched(
  texts: Record<string, string>,
  patches: [offset: number, text: string][],
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await through(
    await writeTarball(filesOf(texts)),
    new DecompressionStream("gzip"),
  );
  for (const [offset, text] of patches) bytes.set(encoder.encode(text), offset);
  return await through(bytes, new CompressionStream("gzip"));
}

Deno.test("readTarball() reads what writeTarball() wrote", async () => {
  const files = filesOf({
    "package/a.js": "",
    "package/b.js": "é",
    "package/c/d.js": "x".repeat(512),
    "package/c/e.js": "y".repeat(2_000),
  });

  const read = await readTarball(await writeTarball(files));

  assertEquals([...read], [...files]);
});

Deno.test("writeTarball() makes the same bytes of the same files in any order", async () => {
  const forth = await writeTarball(filesOf({ a: "1", b: "2", c: "3" }));
  const back = await writeTarball(filesOf({ c: "3", a: "1", b: "2" }));

  assertEquals(forth, back);
});

Deno.test("writeTarball() gives every header its sum and the date that npm gives", async () => {
  const gzipped = await writeTarball(filesOf({ a: "1" }));

  const bytes = await through(gzipped, new DecompressionStream("gzip"));
  const field = (start: number, end: number) =>
    new TextDecoder().decode(bytes.subarray(start, end));
  const stated = field(148, 154);
  const sum = bytes.slice(0, 512).fill(32, 148, 156)
    .reduce((sum, byte) => sum + byte, 0);
  assertEquals(field(136, 148), "03560116604\0");
  assertEquals(field(257, 265), "ustar\u{0}00");
  assertEquals(bytes.length, 4 * 512);
  assertEquals(parseInt(stated, 8), sum);
});

Deno.test("writeTarball() refuses a path that has no room in a header", async () => {
  const path = "a".repeat(101);

  await assertRejects(
    () => writeTarball(filesOf({ [path]: "" })),
    RangeError,
    `Cannot write tarball: "${path}" is longer than 100 bytes`,
  );
});

Deno.test("readTarball() joins a path that is in two fields", async () => {
  const tarball = await patched({ "b.js": "1" }, [[345, "package/a"]]);

  const read = await readTarball(tarball);

  assertEquals([...read.keys()], ["package/a/b.js"]);
});

Deno.test("readTarball() refuses a link", async () => {
  const tarball = await patched({ "a.js": "" }, [[156, "2"]]);

  await assertRejects(
    () => readTarball(tarball),
    TypeError,
    'Cannot read tarball: "a.js" is no plain file',
  );
});
