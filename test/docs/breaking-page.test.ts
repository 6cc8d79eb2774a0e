import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commit, git, gitProject } from "../cmd/breaking/git-project.js";
import { runHere } from "../cmd/run-here.js";
import { writeTree, type Tree } from "../engine/temporary-folder.js";
import { fencedBlocks } from "./fenced-blocks.js";

const page = readFileSync(join(import.meta.dirname, "../../docs/breaking.md"), "utf8");
const blocks = fencedBlocks(page);

/** Returns the file in a block whose first line is a comment with its path. */
function fileIn(text: string): Tree {
  const [, path = ""] = /^\/\/ (\S+)/.exec(text) ?? [];
  return { [path]: text };
}

test("the example of the page has the output that the page shows, and its change can be accepted", async () => {
  const [doc, before, after] = blocks
    .filter(({ info: [language] }) => language === "ts")
    .map(({ text }) => fileIn(text));
  const output = blocks.find(({ info: [language] }) => language === "text")?.text;
  const [, line = ""] = /^npx --no -- codegen (breaking --against .*)$/m.exec(page) ?? [];
  const root = gitProject({ ...doc, ...before });
  git(root, "tag", "v1.0.0");
  writeTree(root, after ?? {});
  const { stdout, stderr, status } = await runHere(root, line.split(" "));
  expect(stderr + stdout).toBe(output);
  expect(status).toBe(1);
  const accepted = blocks.find(({ info: [language] }) => language === "json")?.text ?? "";
  writeTree(root, { "breaking.accepted.json": accepted });
  commit(root, "accepted");
  const again = await runHere(root, line.split(" "));
  expect(again.stderr).toContain("accepted: no released client has set it");
});
