import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { command } from "../packed/command.js";
import { asInstalled, strangersProject, whyNot } from "../packed/install.js";
import { repository } from "../packed/tarballs.js";
import { patternOf, stepsOf } from "./steps.js";

// Processes of their own, and machines with other work.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

const reason = await whyNot();
const read = (page: string) => readFileSync(join(repository, page), "utf8");

const pages = [
  { page: "docs/tutorial.md", steps: stepsOf(read("docs/tutorial.md")) },
  { page: "README.md", steps: stepsOf(section(read("README.md"), "In your own project")) },
];

describe.skipIf(reason !== undefined).each(pages)(["$page does what it says", reason].filter(Boolean).join(", "), ({ steps }) => {
  let root: string;
  beforeAll(async () => {
    root = await strangersProject({ "package.json": asInstalled });
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  for (const step of steps) {
    if (step.kind === "write") {
      test(`line ${step.line}: ${step.path}`, () => {
        mkdirSync(dirname(join(root, step.path)), { recursive: true });
        writeFileSync(join(root, step.path), step.text);
      });
    } else {
      test(`line ${step.line}: ${step.script.replaceAll("\n", "; ")}`, async () => {
        const { status, stdout, stderr } = await command(root, "bash", ["-e", "-c", step.script]);
        const output = stdout + stderr;
        const missing = step.prints.filter((line) => !patternOf(line).test(output));
        expect({ fails: status !== 0, missing }, output).toEqual({ fails: step.fails, missing: [] });
      });
    }
  }
});

test("the pages have steps", () => {
  expect(pages.map(({ page, steps }) => ({ page, kinds: [...new Set(steps.map(({ kind }) => kind))].sort() }))).toEqual([
    { page: "docs/tutorial.md", kinds: ["run", "write"] },
    { page: "README.md", kinds: ["run"] },
  ]);
});

/** What stands below a heading, up to the next. */
function section(markdown: string, heading: string): string {
  return markdown.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
}
