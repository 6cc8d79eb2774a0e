import { expect, test } from "vitest";
import { readTree, type Tree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

const declarations = [
  "export interface Zed {\n  /** +default=1 */\n  n?: number;\n}\n",
  'export type Mode = "A" | "B";\n',
  "export type Either = Left | Right;\n",
  'export interface Left {\n  k: "l";\n}\n',
  'export interface Right {\n  k: "r";\n  z: Zed[];\n}\n',
];

async function generated(order: readonly string[]): Promise<Tree> {
  const root = apiProject({
    "apis/v1/doc.ts": groupDoc("x.example.com"),
    "apis/v1/types.ts": `${kind("x.example.com/v1", "A", "  e: Either;\n  m: Mode;\n  z?: Zed;")}\n${order.join("\n")}`,
  });
  expect(await runHere(root, [])).toMatchObject({ stderr: "", status: 0 });
  return Object.fromEntries(Object.entries(readTree(root)).filter(([path]) => path.includes("zz_generated")));
}

test("the order in which types are declared changes no generated file", async () => {
  const first = await generated(declarations);
  expect(Object.keys(first).length).toBeGreaterThan(5);
  expect(await generated(declarations.toReversed())).toEqual(first);
});
