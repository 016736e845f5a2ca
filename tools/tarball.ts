/**
 * Tarballs as npm has them: plain files, gzipped.
 */

/** Files by their path, with slashes. */
export type TarballFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

const BLOCK = 512;
const NAME_LENGTH = 100;
// The date that npm gives to every file, so that equal files make equal tarballs.
const MODIFIED_S = 499_162_500;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Reads a tarball that holds plain files and nothing else.
 *
 * @throws {TypeError} If it holds something else, such as a link.
 */
export async function readTarball(
  gzipped: Uint8Array<ArrayBuffer>,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const bytes = await pipe(gzipped, new DecompressionStream("gzip"));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  // A block of zeros ends the files.
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const field = (offset: number, length: number): string =>
      decoder.decode(bytes.subarray(at + offset, at + offset + length))
        .replace(/\0.*$/s, "");
    const prefix = field(345, 155);
    const path = prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`;
    if (!["", "0"].includes(field(156, 1))) {
      throw new TypeError(`Cannot read tarball: "${path}" is no plain file`);
    }
    const size = parseInt(field(124, 12), 8);
    at += BLOCK;
    files.set(path, bytes.slice(at, at + size));
    at += paddedLength(size);
  }
  return files;
}

/**
 * Writes a tarball. The same files make the same bytes.
 *
 * @throws {RangeError} If a path is longer than 100 bytes.
 */
export async function writeTarball(
  files: TarballFiles,
): Promise<Uint8Array<ArrayBuffer>> {
  const entries = [...files].sort(([a], [b]) => a < b ? -1 : 1);
  const length = entries.reduce(
    (sum, [, content]) => sum + BLOCK + paddedLength(content.length),
    2 * BLOCK,
  );
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const [path, content] of entries) {
    bytes.set(header(path, content.length), at);
    bytes.set(content, at + BLOCK);
    at += BLOCK + paddedLength(content.length);
  }
  return await pipe(bytes, new CompressionStream("gzip"));
}

function header(path: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const name = encoder.encode(path);
  if (name.length > NAME_LENGTH) {
    throw new RangeError(
      `Cannot write tarball: "${path}" is longer than ${NAME_LENGTH} bytes`,
    );
  }
  const set = (offset: number, text: string): void =>
    block.set(encoder.encode(text), offset);
  block.set(name);
  set(100, octal(0o644, 8));
  set(108, octal(0, 8));
  set(116, octal(0, 8));
  set(124, octal(size, 12));
  set(136, octal(MODIFIED_S, 12));
  set(156, "0");
  set(257, "ustar\u{0}00");
  // The sum is taken with spaces where it goes.
  set(148, " ".repeat(8));
  set(148, octal(block.reduce((sum, byte) => sum + byte, 0), 7));
  return block;
}

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, "0")}\u{0}`;
}

function paddedLength(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
