/**
 * Processes that end with what needs them.
 *
 * @module
 */

/** A process under way. */
export interface Running extends AsyncDisposable {
  /** Resolves once it has ended by itself, to the last it printed. */
  readonly ended: Promise<string>;
  /**
   * Waits until what it prints matches, its complaints apart, and returns the match.
   */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Options for {@linkcode startProcess}. */
export interface StartProcessOptions {
  /** What the command is given. */
  readonly args: readonly string[];
  /** Variables beside those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where it runs. */
  readonly cwd?: string;
}

// Enough to tell what went wrong.
const KEPT_LENGTH = 4_000;
const PATIENCE_MS = 30_000;
const GRACE_MS = 5_000;

/** Starts a command. */
export function startProcess(
  command: string,
  { args, env = {}, cwd }: StartProcessOptions,
): Running {
  const child = new Deno.Command(command, {
    args: [...args],
    env: { NO_COLOR: "1", ...env },
    ...cwd !== undefined && { cwd },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  let printed = "";
  let wake = Promise.withResolvers<void>();

  async function read(
    stream: ReadableStream<Uint8Array>,
    take?: (text: string) => void,
  ): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      output = (output + text).slice(-KEPT_LENGTH);
      take?.(text);
    }
  }

  function takePrinted(text: string): void {
    printed = (printed + text).slice(-KEPT_LENGTH);
    wake.resolve();
    wake = Promise.withResolvers();
  }

  function end(signal: Deno.Signal): void {
    try {
      child.kill(signal);
    } catch {
      // It has ended already.
    }
  }

  const reading = Promise.all([
    read(child.stdout, takePrinted),
    read(child.stderr),
  ]);
  const ended = Promise.all([child.status, reading]).then(([{ code }]) =>
    `${command} has ended with ${code}: ${output.trim()}`
  );

  return {
    ended,
    async printed(pattern) {
      const late = AbortSignal.timeout(PATIENCE_MS);
      const giveUp = new Promise<string>((resolve) => {
        late.onabort = () => resolve(`${command} prints too little: ${output}`);
      });
      while (true) {
        const match = pattern.exec(printed);
        if (match !== null) return match;
        const failure = await Promise.race([wake.promise, ended, giveUp]);
        if (typeof failure === "string") throw new Error(failure);
      }
    },
    async [Symbol.asyncDispose]() {
      end("SIGTERM");
      // Some wait for connections that nobody closes.
      const timer = setTimeout(end, GRACE_MS, "SIGKILL");
      await ended;
      clearTimeout(timer);
    },
  };
}
