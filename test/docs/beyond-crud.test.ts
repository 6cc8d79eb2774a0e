import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../package/tarballs.js";
import { fencedBlocks } from "./fenced-blocks.js";

const read = (path: string) => readFileSync(join(repository, path), "utf8");

test("the examples of docs/beyond-crud.md are parts of the tested server", () => {
  const program = read("test/apiserver/garage/example.ts") + read("test/apiserver/garage/dealer.ts");
  const blocks = fencedBlocks(read("docs/beyond-crud.md")).filter(({ info }) => info[0] === "ts");
  expect(blocks.length).toBeGreaterThan(0);
  for (const { line, text } of blocks) expect([line, program.includes(text)]).toEqual([line, true]);
});
