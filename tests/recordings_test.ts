// Replays the recordings in the folder that RECORDINGS names, if it names one.
import { assert } from "@std/assert";
import { loadRecordings, testRecording } from "./recording.ts";

const variable = { name: "env", variable: "RECORDINGS" } as const;
const { state } = Deno.permissions.querySync(variable);
const folder = state === "granted" ? Deno.env.get("RECORDINGS") : undefined;

if (folder) {
  const recordings = loadRecordings(folder);
  recordings.forEach(testRecording);

  Deno.test("there are recordings in the folder RECORDINGS", () => {
    assert(recordings.length > 0);
  });
}
