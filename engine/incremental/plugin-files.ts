import { hash } from "node:crypto";
import { posix } from "node:path";
import { diskFileSystem } from "../base/file-system.js";
import { specifiersIn } from "../load/discover/import-specifiers.js";

/**
 * Returns the digests of the files of custom generators. Returns undefined if a file cannot be
 * read, or if a script may load a file that is not in the list: another script, or a module of an
 * npm package other than codegen.
 */
export function digestPluginFiles(root: string, files: readonly string[]): readonly string[] | undefined {
  const disk = diskFileSystem(root);
  const known = new Set(files);
  const digests: string[] = [];
  for (const file of files) {
    const text = disk.read(file);
    if (text === undefined) return undefined;
    digests.push(`${file} ${hash("sha256", text, "base64url")}`);
    if (!/\.[cm]?js$/.test(file)) continue;
    const isKnown = (specifier: string): boolean =>
      specifier.startsWith(".")
        ? known.has(posix.join(posix.dirname(file), specifier))
        : /^(node:|@apimachinery\/codegen$)/.test(specifier);
    const loadsAnything = /\b(?:require|import)\s*\((?!\s*["'])|\brequire\b/.test(text);
    if (loadsAnything || !specifiersIn(text).every(isKnown)) return undefined;
  }
  return digests;
}
