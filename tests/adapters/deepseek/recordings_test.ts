// Replays responses of our own making in the form of recorded ones.
import { assert } from "@std/assert";
import { loadRecordings, testRecording } from "../../recording.ts";

const { pathname } = new URL("../../recordings", import.meta.url);
const recordings = loadRecordings(pathname);
recordings.forEach(testRecording);

Deno.test("there are recordings to replay", () => {
  assert(recordings.length > 0);
});
