import { assertEquals } from "@std/assert";
import { testPage } from "./page.ts";
import type { AccessibleNode } from "./tab.ts";

/** Lists what has a role that matters, and its name. */
function outlineOf(
  { role, name = "", children = [] }: AccessibleNode,
): string[] {
  const lines = children.flatMap(outlineOf);
  return role === "StaticText" ? lines : [`${role} "${name}"`, ...lines];
}

// Chromium alone tells.
testPage("has a name for everything", async (page) => {
  await page.ask("Hi");
  page.provider.think("A greeting");
  page.provider.say("Hello");
  page.provider.callTool({ name: "wave", arguments: "{}" });
  await page.until(`document.querySelector("figure")`);

  const tree = await page.tab.accessibilityTree!();

  assertEquals(outlineOf(tree), []);
}, { browsers: ["Chromium"] });
