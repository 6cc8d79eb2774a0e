import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command } from "../packed/command.js";
import { strangersProject, whyNot } from "../packed/install.js";
import { repository } from "../packed/tarballs.js";
import { patternOf, stepsOf } from "./steps.js";

const reason = await whyNot();
const steps = stepsOf(readFileSync(join(repository, "docs/tutorial.md"), "utf8"));

describe.skipIf(reason !== undefined)(["docs/tutorial.md does what it says", reason].filter(Boolean).join(", "), () => {
  let root: string;
  beforeAll(async () => {
    root = await strangersProject({});
  }, 180_000);
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

test("the tutorial has steps of both kinds", () => {
  expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(["write", "run"]));
});
