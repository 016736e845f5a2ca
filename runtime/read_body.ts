/**
 * The bytes of a body, compressed or not.
 *
 * @module
 */

/** Where the bytes of a body come from, read by read. */
export interface BodyReader {
  /** The next bytes, or none at the end. */
  read(): Promise<{ readonly value?: Uint8Array | undefined }>;
  /** Stops the body. Settles when it has stopped. */
  cancel(reason?: unknown): Promise<void>;
}

const FORMATS: Readonly<Record<string, string>> = {
  "br": "brotli",
  "deflate": "deflate",
  "gzip": "gzip",
  "x-gzip": "gzip",
};

/**
 * Reads the body of an answer.
 *
 * The request asks for plain bytes. Servers compress all the same, and then some
 * runtimes decode what comes and others leave it to whoever has asked. Headers do
 * not tell which, so the first byte decides.
 *
 * @param response The answer.
 * @returns The reader, or `undefined` when there is no body.
 */
export function readBody(response: Response): BodyReader | undefined {
  const { body, headers } = response;
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  const format = FORMATS[coding];
  if (body === null) return undefined;
  return format === undefined ? body.getReader() : decoding(body, format);
}

function decoding(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  format: string,
): BodyReader {
  const raw = body.getReader();
  let reader: BodyReader = raw;
  let started = false;
  return {
    async read() {
      if (started) return reader.read();
      const first = await raw.read();
      const byte = first.value?.[0];
      // Nothing yet to tell by, unless it is the end.
      if (byte === undefined) return first;
      started = true;
      if (!isCompressed(byte)) return first;
      reader = unread(raw, first.value!)
        .pipeThrough(new DecompressionStream(format as CompressionFormat))
        .getReader();
      return reader.read();
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/** Tells whether text cannot begin with a byte. "x" begins zlib, and no event. */
function isCompressed(byte: number): boolean {
  const isSpace = byte >= 0x09 && byte <= 0x0d;
  const isMark = byte === 0xef;
  return byte === 0x78 || (byte < 0x20 && !isSpace) || (byte > 0x7e && !isMark);
}

/** The stream behind a reader, with what was read in front of it again. */
function unread(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  bytes: Uint8Array<ArrayBuffer>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      const { value } = await reader.read();
      if (value === undefined) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
