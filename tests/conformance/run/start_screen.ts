/**
 * Screens that nobody sees.
 *
 * @module
 */

import { startProcess } from "./start_process.ts";

/** A screen, which ends with its scope. */
export interface Screen extends AsyncDisposable {
  /** What `DISPLAY` has to be for whoever draws on it. */
  readonly display: string;
}

/** Starts a screen of so many pixels. */
export async function startScreen(
  width: number,
  height: number,
): Promise<Screen> {
  const screen = startProcess("Xvfb", {
    args: [
      "-displayfd",
      "1",
      "-screen",
      "0",
      `${width}x${height}x24`,
      "-nolisten",
      "tcp",
    ],
  });
  try {
    const [, number] = await screen.printed(/^(\d+)\n/m);
    return {
      display: `:${number}`,
      [Symbol.asyncDispose]: () => screen[Symbol.asyncDispose](),
    };
  } catch (error) {
    await screen[Symbol.asyncDispose]();
    throw error;
  }
}
