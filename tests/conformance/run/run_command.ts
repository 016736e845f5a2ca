/**
 * Commands that have to succeed.
 *
 * @module
 */

/** Runs a command that must succeed, and returns what it printed. */
export async function runCommand(
  command: string,
  args: readonly string[],
  cwd?: string,
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    ...cwd !== undefined && { cwd },
    env: { NO_COLOR: "1", DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  if (success) return decoder.decode(stdout);
  throw new Error(
    `Cannot run ${command} ${args.join(" ")}: ${decoder.decode(stderr)}`,
  );
}
