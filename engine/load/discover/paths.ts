import { posix } from "node:path";
import type { FileSystem } from "./file-system.js";

/**
 * The file behind a relative specifier of an import, or undefined. Endings `.js`, `.ts` and none
 * are understood, and a folder's index.
 */
export function resolveRelative(fileSystem: FileSystem, from: string, specifier: string): string | undefined {
  const base = posix.join(posix.dirname(from), specifier);
  const stem = base.replace(/\.(js|mjs|ts|mts)$/, "");
  const candidates = [
    `${stem}.ts`,
    `${base}.ts`,
    `${base}/index.ts`,
    `${stem}.mts`,
    `${stem}.d.ts`,
    `${base}/index.d.ts`,
  ];
  return candidates.find((path) => fileSystem.read(path) !== undefined);
}

/**
 * A folder named in a marker of a package: `..`, `../v1`; text without a leading dot is a path from
 * the root.
 */
export function resolveFolder(packageId: string, text: string): string {
  const path = text.startsWith(".") ? posix.join(packageId, text) : posix.normalize(text);
  return path.replace(/^\/+|\/$/g, "");
}

/**
 * Whether a file is one that a person wrote for the package: no test, no declarations, nothing
 * generated.
 */
export function isSource(name: string): boolean {
  return (
    name.endsWith(".ts") && !/(\.d|[.-](test|spec)|^test|^spec)\.ts$/.test(name) && !name.startsWith("zz_generated")
  );
}

/** A folder's base name as an identifier: `v1-alpha` becomes `v1_alpha`. */
export function packageName(id: string): string {
  const name = (id.split(/[\\/]/).pop() ?? id).replace(/[^A-Za-z0-9_$]/g, "_");
  return /^[0-9]/.test(name) || reservedWords.has(name) ? `_${name}` : name;
}

/** What no module can be imported as. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function " +
    "if implements import in instanceof interface let new null package private protected public return static super switch this throw true try " +
    "typeof undefined var void while with yield"
  ).split(" "),
);

/** The folder that a file belongs to. */
export function packageOf(file: string): string {
  return posix.dirname(file);
}

/** Returns the npm package of a specifier, without its subpath. */
export function npmPackage(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
