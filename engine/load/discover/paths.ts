import { posix } from "node:path";

/**
 * Reports whether a file name belongs to a hand-written source file. Tests, declaration files and
 * generated files are not sources.
 */
export function isSource(name: string): boolean {
  return (
    name.endsWith(".ts") && !/(\.d|[.-](test|spec)|^test|^spec)\.ts$/.test(name) && !name.startsWith("zz_generated")
  );
}

/** Returns a folder's base name as a valid identifier: `v1-alpha` becomes `v1_alpha`. */
export function folderIdentifier(id: string): string {
  const name = (id.split(/[\\/]/).pop() ?? id).replace(/[^A-Za-z0-9_$]/g, "_");
  return /^[0-9]/.test(name) || reservedWords.has(name) ? `_${name}` : name;
}

/** Names that cannot be used as the local name of a namespace import. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function " +
    "if implements import in instanceof interface let new null package private protected public return static super switch this throw true try " +
    "typeof undefined var void while with yield"
  ).split(" "),
);

/** Returns the folder of a file, which is the id of the file's package. */
export function packageOfFile(file: string): string {
  return posix.dirname(file);
}

/** Returns the name of the npm package in a specifier: `@acme/core` for `@acme/core/v1`. */
export function npmPackage(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/**
 * Returns the part of a string that matches the `*` in a pattern. Returns undefined if the string
 * does not match, or the pattern has no `*`.
 */
export function starIn(pattern: string, string: string): string | undefined {
  const [before = "", after] = pattern.split("*");
  const fits =
    after !== undefined &&
    string.startsWith(before) &&
    string.endsWith(after) &&
    string.length >= before.length + after.length;
  return fits ? string.slice(before.length, string.length - after.length) : undefined;
}

/**
 * Returns a folder and the folders above it.
 * @param depth number of folders above the root that the result contains
 */
export function foldersAbove(depth: number, from: string): string[] {
  const folder = posix.normalize(from);
  if (folder !== "." && !folder.endsWith("..")) return [folder, ...foldersAbove(depth, posix.dirname(folder))];
  const level = folder.split("/").filter((part) => part === "..").length;
  return level < depth ? [folder, ...foldersAbove(depth, posix.join("..", folder))] : [folder];
}
