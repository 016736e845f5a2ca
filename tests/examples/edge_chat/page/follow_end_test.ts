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
    grow: () => page.scrollHeight += 200,
    scrollTo(y: number) {
      fake.scrollY = y;
      scroll();
    },
  };
}

Deno.test("followEnd() follows a page that grows", () => {
  const { window, grow } = fakeWindow();
  const follow = followEnd(window);
  grow();

  follow();

  assertEquals(window.scrollY, 700);
});

Deno.test("followEnd() leaves whoever scrolled up alone", () => {
  const { window, grow, scrollTo } = fakeWindow();
  const follow = followEnd(window);
  scrollTo(400);
  grow();

  follow();

  assertEquals(window.scrollY, 400);
});

Deno.test("followEnd() follows again once the end is near", () => {
  const { window, grow, scrollTo } = fakeWindow();
  const follow = followEnd(window);
  scrollTo(0);
  scrollTo(450);
  grow();

  follow();

  assertEquals(window.scrollY, 700);
});
