export { deepStrictEqual as assertEquals } from "node:assert/strict";
