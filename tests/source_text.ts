/**
 * Tells code from what only looks like it.
 */

/** What to leave in, besides code. */
export interface CodeOfOptions {
  /** Keeps plain strings, which name what is imported. */
  strings?: boolean | undefined;
}

// A slash begins an expression only where no value ends before it.
const BEFORE_EXPRESSION =
  /(?:^|[-+*%=(,:;!&|?{}[~^<>]|\b(?:return|typeof|case|in|of|void|yield|await))\s*$/;
const EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/y;
const STRING = /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/y;

/**
 * The code of a source text, without its comments, the text of its strings and
 * templates, and its regular expressions. Code inside of a template stays.
 */
export function codeOf(source: string, options: CodeOfOptions = {}): string {
  const { strings = false } = options;
  // For each template around the place in hand, how many braces are open in its hole.
  const holes: number[] = [];
  let code = "";
  let at = 0;

  function take(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined) at += text.length;
    return text;
  }

  /** Skips template text up to its next hole or its end. */
  function skipTemplateText(): void {
    for (; at < source.length; at++) {
      if (source[at] === "\\") at++;
      else if (source[at] === "`") {
        at++;
        code += "`";
        return;
      } else if (source.startsWith("${", at)) {
        at += 2;
        holes.push(0);
        code += "${";
        return;
      }
    }
  }

  while (at < source.length) {
    const character = source[at] ?? "";
    if (character === "/" && take(COMMENT) !== undefined) {
      code += " ";
    } else if (
      character === "/" && BEFORE_EXPRESSION.test(code.slice(-20)) &&
      take(EXPRESSION)
    ) {
      code += "/ /";
    } else if (character === '"' || character === "'") {
      const text = take(STRING) ?? source[at++];
      code += strings ? text : '""';
    } else if (character === "`") {
      at++;
      code += "`";
      skipTemplateText();
    } else if (character === "}" && holes.at(-1) === 0) {
      holes.pop();
      at++;
      code += "}";
      skipTemplateText();
    } else {
      const depth = holes.length - 1;
      if (depth >= 0 && character === "{") holes[depth]!++;
      if (depth >= 0 && character === "}") holes[depth]!--;
      at++;
      code += character;
    }
  }
  return code;
}
