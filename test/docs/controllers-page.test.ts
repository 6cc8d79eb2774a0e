import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventGroup, leaseGroup } from "@apimachinery/apiserver";
import { expect, test } from "vitest";
import { repository } from "../package/tarballs.js";
import { fencedBlocks } from "./fenced-blocks.js";
import { testPrograms } from "./page-programs.js";

const page = "docs/controllers.md";

testPrograms(page, ["bake", "pizzas", "record"], {
  groups: [leaseGroup, eventGroup],
  compiled: ["condition", "main"],
  types: "kitchen/v1",
});

const read = (path: string) => readFileSync(join(repository, path), "utf8");

test("the page begins with forty lines from types to a status that changes", () => {
  const blocks = fencedBlocks(read(page));
  const [types, program] = ["// kitchen/v1/types.ts", "// bake.ts"].map((header) =>
    blocks.find(({ text }) => text.startsWith(header)),
  );
  const lines = `${types?.text ?? ""}${program?.text ?? ""}`.split("\n").filter((line) => line !== "");
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.length).toBeLessThanOrEqual(40);
});

test("the example of a fake clock is a part of a test", () => {
  const examples = fencedBlocks(read(page)).filter(({ text }) => text.startsWith("vi."));
  const lines = (text: string) => text.split("\n").map((line) => line.trim());
  const program = lines(read("test/client/controller/fake-clock.test.ts")).join("\n");
  expect(examples.map(({ text }) => program.includes(lines(text).join("\n")))).toEqual([true]);
});
