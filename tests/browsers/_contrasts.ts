/**
 * How well a page can be read.
 *
 * @module
 */

/**
 * An expression for the contrast of each kind of text that shows, as WCAG 2
 * defines it, by its selector.
 */
export const CONTRASTS: string = `(() => {
  const context = document.createElement("canvas").getContext("2d", {
    willReadFrequently: true,
  });

  // Whatever notation a browser writes colours in.
  function rgba(color) {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  }

  function luminance(color) {
    const [red, green, blue] = Array.from(rgba(color).slice(0, 3), (value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function backgroundOf(element) {
    const { backgroundColor } = getComputedStyle(element);
    return rgba(backgroundColor)[3] === 255
      ? backgroundColor
      : backgroundOf(element.parentElement);
  }

  function nameOf({ id, className, localName }) {
    return id ? "#" + id : className ? "." + className : localName;
  }

  const contrasts = {};
  for (const element of document.querySelectorAll("body *")) {
    const text = Array.from(element.childNodes).some((node) =>
      node.nodeType === 3 && node.data.trim() !== ""
    );
    if (!text || !element.checkVisibility()) continue;
    const lights = [getComputedStyle(element).color, backgroundOf(element)]
      .map(luminance)
      .sort((one, other) => other - one);
    const contrast = (lights[0] + 0.05) / (lights[1] + 0.05);
    const name = nameOf(element);
    contrasts[name] = Math.min(contrast, contrasts[name] ?? contrast);
  }
  return contrasts;
})()`;
