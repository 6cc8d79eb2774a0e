import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Contents of files, by path. */
export type Tree = { readonly [path: string]: string };

/** Creates a folder with the given files, and removes it after the test. */
export function temporaryFolder(tree: Tree = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "codegen-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeTree(folder, tree);
  return folder;
}

export function writeTree(folder: string, tree: Tree): void {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Returns all files below a folder, except files in `node_modules`. */
export function readTree(folder: string): Tree {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !/(^|\/)node_modules\//.test(path))
    .sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
