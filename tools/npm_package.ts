/**
 * What npm gets: the files that Deno packs, with a manifest for npm.
 */

/** Text files by their path in the package, with slashes. */
export type PackageFiles = ReadonlyMap<string, string>;

/** What Deno does not tell of the packages that are imported. */
export interface NpmPackageConfig {
  /** The packages that every user gets: the imports of `deno.json`. */
  imports: Readonly<Record<string, string>>;
  /** Version ranges of packages that only some users want. */
  peers: Readonly<Record<string, string>>;
}

/** A `package.json`, as far as it is looked at here. */
export interface Manifest {
  /** Files by entry and condition. */
  exports: Record<string, Record<string, string>>;
  /** Version ranges of what is installed along with the package. */
  dependencies?: Record<string, string> | undefined;
  /** Version ranges of what the package works with. */
  peerDependencies?: Record<string, string> | undefined;
  /** Anything else. */
  [key: string]: unknown;
}

const FACE = {
  description:
    "A streaming core for language models: every response is a web-standard stream of chunks",
  keywords: [
    "llm",
    "language-model",
    "streaming",
    "web-streams",
    "sse",
    "deepseek",
    "tool-calls",
  ],
};

// A specifier of Deno's, in quotes: "npm:name@range/path".
const NPM_SPECIFIER =
  /(["'])npm:((?:@[\w.-]+\/)?[\w.-]+)(?:@([^"'/\s]+))?((?:\/[^"'\s]*)?)\1/g;
const NEEDS_DISPOSABLE = /\bSymbol\.(?:asyncDispose|dispose)\b/;

/**
 * Makes the package for npm of the files in a tarball of `deno pack`.
 *
 * What `imports` does not name is an optional peer: whoever wants it installs it.
 */
export function toNpmPackage(
  files: PackageFiles,
  config: NpmPackageConfig,
): Map<string, string> {
  const packed: Manifest = JSON.parse(files.get("package.json") ?? "{}");
  const ranges: Record<string, string> = {
    ...config.peers,
    ...packed.dependencies,
  };
  const result = new Map<string, string>();
  for (const [path, text] of files) {
    if (path.endsWith(".d.ts")) result.set(path, withLibrary(bare(text)));
    else if (path.endsWith(".js")) result.set(path, bare(text));
    else result.set(path, text);
  }

  const { name, version, license, type, main, types, exports, ...rest } =
    packed;
  const { dependencies: _dependencies, ...others } = rest;
  const names = Object.keys(ranges).sort();
  const own = names.filter((name) => name in config.imports);
  const peers = names.filter((name) => !own.includes(name));
  const manifest = {
    name,
    version,
    ...FACE,
    license,
    type,
    engines: { node: ">=20" },
    sideEffects: false,
    main,
    types,
    exports,
    dependencies: pick(own),
    ...peers.length > 0 && {
      peerDependencies: pick(peers),
      peerDependenciesMeta: Object.fromEntries(
        peers.map((name) => [name, { optional: true }]),
      ),
    },
    ...others,
  };
  result.set("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
  return result;

  function pick(names: string[]): Record<string, string> {
    return Object.fromEntries(names.map((name) => [name, ranges[name] ?? "*"]));
  }

  // Deno rewrites the specifiers of imports, but none that a constant holds.
  function bare(text: string): string {
    return text.replace(
      NPM_SPECIFIER,
      (_, quote: string, name: string, range: string | undefined, path) => {
        ranges[name] ??= range ?? "*";
        return `${quote}${name}${path}${quote}`;
      },
    );
  }
}

// Deno leaves such a line out of the types, and without it a program needs more
// in its `lib` than the platform's own.
function withLibrary(types: string): string {
  return NEEDS_DISPOSABLE.test(types)
    ? `/// <reference lib="esnext.disposable" />\n${types}`
    : types;
}
