import { assertEquals } from "@std/assert";
import { testPage } from "./_page.ts";

const MARKUP = '<img src="x" onerror="window.ran = 1">' +
  "<script>window.ran = 1</script>" +
  '<a href="javascript:window.ran = 1">here</a>' +
  '<svg onload="window.ran = 1"></svg>';

testPage("shows markup of the model as the text it is", async (page) => {
  const { tab, provider } = page;
  await page.ask(MARKUP);

  provider.think(MARKUP);
  provider.say(MARKUP);
  provider.callTool({ name: MARKUP, arguments: MARKUP });
  provider.finish();
  await page.untilStatus("The answer is complete.");

  assertEquals(
    await tab.evaluate(`[
      document.querySelectorAll("main :is(img, script, a, svg)").length,
      document.querySelector("main").textContent.split(${
      JSON.stringify(MARKUP)
    }).length - 1,
      window.ran ?? null,
    ]`),
    [0, 5, null],
  );
});

// What holds should the page ever make markup of something.
const INJECTIONS: Record<string, string> = {
  "a script in the page": `
    const script = document.createElement("script");
    script.textContent = "window.ran = 1";
    document.body.append(script);`,
  "a handler in markup": `
    document.body.innerHTML = '<img src="/missing" onerror="window.ran = 1">';
    await new Promise((resolve) => {
      document.querySelector("img").addEventListener("error", resolve);
    });`,
  "a script from elsewhere": `
    const script = document.createElement("script");
    script.src = "data:text/javascript,window.ran = 1";
    await new Promise((resolve) => {
      script.onload = script.onerror = resolve;
      document.body.append(script);
    });`,
};

for (const [name, code] of Object.entries(INJECTIONS)) {
  testPage(`runs nothing of ${name}`, async ({ tab }) => {
    // Browsers with trusted types throw.
    const ran = await tab.evaluate(
      `(async () => { ${code} })().catch(() => {}).then(() => window.ran ?? null)`,
    );

    assertEquals(ran, null);
  });
}

testPage("sends nothing to other servers", async ({ tab }) => {
  let requests = 0;
  await using other = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => new Response(`${++requests}`),
  );

  const sent = await tab.evaluate(
    `fetch("http://127.0.0.1:${other.addr.port}", { mode: "no-cors" })
      .then(() => true, () => false)`,
  );

  assertEquals([sent, requests], [false, 0]);
});
