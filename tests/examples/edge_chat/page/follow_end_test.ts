import { assertEquals } from "@std/assert";
import { followEnd } from "../../../../examples/edge_chat/page/follow_end.ts";

function fakeWindow() {
  const page = { scrollHeight: 1_000 };
  const fake = {
    scrollY: 0,
    innerHeight: 500,
    document: { documentElement: page },
    scrollTo(_: number, y: number) {
      fake.scrollY = y - fake.innerHeight;
      scroll();
    },
    addEventListener: (_: string, listener: () => void) => scroll = listener,
  };
  let scroll = () => {};
  return {
    window: fake,
    grow: (by = 200) => page.scrollHeight += by,
    scrollTo(y: number) {
      fake.scrollY = y;
      scroll();
    },
  };
}

Deno.test("followEnd() follows a page that grows", () => {
  const { window, grow } = fakeWindow();
  const { grown } = followEnd(window);
  grow();

  grown();

  assertEquals(window.scrollY, 700);
});

Deno.test("followEnd() leaves whoever scrolled up alone", () => {
  const { window, grow, scrollTo } = fakeWindow();
  const { grown } = followEnd(window);
  scrollTo(400);
  grow();

  grown();

  assertEquals(window.scrollY, 400);
});

Deno.test("followEnd() follows again once the end is near", () => {
  const { window, grow, scrollTo } = fakeWindow();
  const { grown } = followEnd(window);
  scrollTo(0);
  scrollTo(450);
  grow();

  grown();

  assertEquals(window.scrollY, 700);
});

Deno.test("followEnd() leaves whoever scrolled up by one key alone", () => {
  const { window, grow, scrollTo } = fakeWindow();
  const { grown } = followEnd(window);
  scrollTo(500);
  scrollTo(460);
  grow();

  grown();

  assertEquals(window.scrollY, 460);
});

Deno.test("followEnd() follows a page on whose end has come up to it", () => {
  const { window, grow, scrollTo } = fakeWindow();
  const { grown } = followEnd(window);
  scrollTo(500);
  grow(-100);
  scrollTo(400);
  grow();

  grown();

  assertEquals(window.scrollY, 600);
});

Deno.test("followEnd() goes to the end when told to, and follows from there", () => {
  const { window, grow, scrollTo } = fakeWindow();
  const { grown, goToEnd } = followEnd(window);
  scrollTo(500);
  scrollTo(0);

  goToEnd();
  const first = window.scrollY;
  grow();
  grown();

  assertEquals([first, window.scrollY], [500, 700]);
});
