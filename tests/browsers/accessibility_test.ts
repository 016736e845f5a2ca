import { assertEquals } from "@std/assert";
import { testPage } from "./_page.ts";
import type { AccessibleNode } from "./_tab.ts";

// What people move between, or do something with.
const PLACES =
  /^(RootWebArea|banner|main|form|article|heading|DisclosureTriangle|textbox|status|button)$/;

/** Lists the places of a page, each with its name. */
function placesIn(
  { role, name = "", children = [] }: AccessibleNode,
): string[] {
  const inside = children.flatMap(placesIn);
  return PLACES.test(role) ? [`${role} "${name}"`, ...inside] : inside;
}

testPage("has a name for everything", async (page) => {
  await page.ask("Hi");
  page.provider.think("A greeting");
  page.provider.say("Hello");
  page.provider.callTool({ name: "wave", arguments: "{}" });
  await page.until(`document.querySelector("figure")`);
  await page.untilStatus("Answering.");

  const tree = await page.tab.accessibilityTree!();

  assertEquals(placesIn(tree), [
    'RootWebArea "Edge chat"',
    'banner ""',
    'heading "Edge chat"',
    'main "Conversation"',
    'article "You"',
    'heading "You"',
    'article "Answer"',
    'heading "Answer"',
    'DisclosureTriangle "Reasoning"',
    'form "Question"',
    'status ""',
    'textbox "Your question"',
    'button "Stop"',
    'button "New conversation"',
  ]);
}, { browsers: ["Chromium"] });

testPage("says what keys do where they are pressed", async ({ tab }) => {
  const find = (node: AccessibleNode): AccessibleNode | undefined =>
    node.role === "textbox"
      ? node
      : node.children?.map(find).find((found) => found !== undefined);

  const tree = await tab.accessibilityTree!();

  assertEquals(
    find(tree)?.description,
    "Enter asks, Shift Enter begins a line, Esc stops.",
  );
}, { browsers: ["Chromium"] });
