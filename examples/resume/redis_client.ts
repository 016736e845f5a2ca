/**
 * As much of a Redis client as the store needs.
 *
 * @module
 */

/** What Redis answers: text, a number, nothing, or a list of answers. */
export type RedisReply = string | number | null | readonly RedisReply[];

/** Options for {@linkcode RedisClient.send}. */
export interface RedisSendOptions {
  /** Gives up a command that waits. */
  signal?: AbortSignal | undefined;
}

/** A client. Made by {@linkcode redisClient}. */
export interface RedisClient {
  /** Sends a command, and waits for its answer. Any number may be under way. */
  send(
    command: readonly (string | number)[],
    options?: RedisSendOptions,
  ): Promise<RedisReply>;
  /** Closes every connection. What is under way rejects. */
  close(): void;
}

/** A connection: one command at a time. */
interface Connection {
  send(command: readonly (string | number)[]): Promise<RedisReply>;
  close(): void;
}

const LINE_FEED = 0x0a;

/**
 * Makes a client. It keeps a connection for each command that is under way at the
 * same time, since one that waits blocks its connection.
 *
 * @param address Where Redis is.
 * @returns The client.
 */
export function redisClient(address: Deno.ConnectOptions): RedisClient {
  const open = new Set<Connection>();
  const idle: Connection[] = [];
  let closed = false;

  async function take(): Promise<Connection> {
    const connection = idle.pop() ?? connectionOf(await Deno.connect(address));
    open.add(connection);
    return connection;
  }

  function drop(connection: Connection): void {
    open.delete(connection);
    connection.close();
  }

  return {
    async send(command, { signal } = {}) {
      signal?.throwIfAborted();
      const connection = await take();
      // A connection that waits cannot be told to stop: it is given up.
      const abort = () => drop(connection);
      signal?.addEventListener("abort", abort);
      try {
        if (closed || signal?.aborted) {
          throw new Error("Redis client is closed");
        }
        const reply = await connection.send(command);
        if (open.has(connection)) idle.push(connection);
        return reply;
      } catch (error) {
        drop(connection);
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener("abort", abort);
      }
    },
    close() {
      closed = true;
      idle.length = 0;
      for (const connection of [...open]) drop(connection);
    },
  };
}

function connectionOf(socket: Deno.Conn): Connection {
  const reader = socket.readable.getReader();
  const text = new TextDecoder("utf-8", { ignoreBOM: true });
  let buffer = new Uint8Array();
  let start = 0;

  /** Reads until so many bytes are there. */
  async function need(count: number): Promise<void> {
    const pieces = [buffer.subarray(start)];
    let length = pieces[0]!.length;
    if (length >= count) return;
    while (length < count) {
      const { done, value } = await reader.read();
      if (done) throw new Error("Redis has closed the connection");
      pieces.push(value);
      length += value.length;
    }
    buffer = new Uint8Array(length);
    start = 0;
    let at = 0;
    for (const piece of pieces) {
      buffer.set(piece, at);
      at += piece.length;
    }
  }

  async function takeLine(): Promise<string> {
    for (let seen = 0;; seen = buffer.length - start) {
      await need(seen + 1);
      const end = buffer.indexOf(LINE_FEED, start + seen);
      if (end !== -1) return takeText(end + 1 - start).slice(0, -2);
    }
  }

  /** Takes text, the carriage return and the line feed after it included. */
  function takeText(length: number): string {
    const end = start + length;
    const taken = text.decode(buffer.subarray(start, end));
    start = end;
    return taken;
  }

  async function takeReply(): Promise<RedisReply> {
    const line = await takeLine();
    const rest = line.slice(1);
    switch (line[0]) {
      case "+":
        return rest;
      case "-":
        throw new Error(`Redis refuses: ${rest}`);
      case ":":
        return Number(rest);
      case "$": {
        const length = Number(rest);
        if (length < 0) return null;
        await need(length + 2);
        return takeText(length + 2).slice(0, -2);
      }
      case "*": {
        if (Number(rest) < 0) return null;
        const replies: RedisReply[] = [];
        for (let left = Number(rest); left > 0; left--) {
          replies.push(await takeReply());
        }
        return replies;
      }
      default:
        throw new Error(`Redis says what nobody knows: ${line}`);
    }
  }

  return {
    async send(command) {
      await write(socket, new TextEncoder().encode(encode(command)));
      return await takeReply();
    },
    close() {
      try {
        socket.close();
      } catch {
        // It is closed already.
      }
    },
  };
}

function encode(command: readonly (string | number)[]): string {
  const parts = command.map((part) => {
    const bytes = new TextEncoder().encode(`${part}`).length;
    return `$${bytes}\r\n${part}\r\n`;
  });
  return `*${parts.length}\r\n${parts.join("")}`;
}

async function write(socket: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await socket.write(bytes.subarray(at));
  }
}
