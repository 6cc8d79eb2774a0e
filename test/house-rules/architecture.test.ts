import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { generators } from "../../generators/index.js";
import { read, root } from "./source-files.js";

/** Returns the paths of files in a text: at least one folder, and an extension. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\w./-])[a-z][\w-]*(?:\/[\w.-]+)+\.(?:ts|md|json)\b/g)].map(([path]) => path);
}

test.each([
  ["docs/architecture.md", ""],
  ["apiserver/ARCHITECTURE.md", "apiserver/"],
  ["runtime/ARCHITECTURE.md", "runtime/"],
])("the files that %s names exist", (page, folder) => {
  const paths = [...new Set(pathsIn(read(page)))];
  expect(paths.length, "paths in the page").toBeGreaterThan(5);
  const missing = paths.filter((path) => !existsSync(`${root}${path}`) && !existsSync(`${root}${folder}${path}`));
  expect(missing).toEqual([]);
});

test("the page about the generators describes each of them", () => {
  const [generating = ""] = read("generators/README.md").split("## Shared folders");
  const listed = [...generating.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(generators.map(({ name }) => name).sort());
});
