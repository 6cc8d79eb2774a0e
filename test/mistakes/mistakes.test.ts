import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readMistakes, writeMistakes, type Mistake } from "./mistake-file.js";
import { tableOf } from "./readme-table.js";
import { outputOf } from "./run-mistake.js";
import { outputOfClient, outputOfRequest, outputOfStart } from "./run-server-mistake.js";

type Run = (mistake: Mistake) => Promise<string>;

/**
 * Functions that repeat the mistakes of an area. Areas without a function are mistakes in a
 * project.
 */
const runs: Readonly<Record<string, Run>> = {
  "server-flags": outputOfStart,
  "server-programs": outputOfStart,
  requests: outputOfRequest,
  client: outputOfClient,
  // The texts of kubectl are recorded, because the project cannot change them.
  kubectl: ({ output }) => Promise.resolve(output),
};
const update = process.env["UPDATE_GOLDEN"] !== undefined;
const areas = readdirSync(import.meta.dirname).flatMap((name) => /^(?!helpdesk)(.+)\.txt$/.exec(name)?.[1] ?? []);

describe.each(areas)("mistakes: %s", (area) => {
  const file = join(import.meta.dirname, `${area}.txt`);
  const mistakes = readMistakes(file);
  const now: Mistake[] = [];

  test.each(mistakes.map((mistake) => [`${mistake.number}. ${mistake.title}`, mistake] as const))(
    "%s",
    async (_, mistake) => {
      const output = await (runs[area] ?? outputOf)(mistake);
      now.push({ ...mistake, output });
      if (!update) expect(output).toBe(mistake.output);
      expect(output).not.toBe("");
    },
  );

  test.runIf(update)("the outputs are written", () => {
    expect(now).toHaveLength(mistakes.length);
    writeMistakes(file, now);
  });
});

test("README.md lists every mistake once, with the first line of its message", () => {
  const all = areas.flatMap((area) => readMistakes(join(import.meta.dirname, `${area}.txt`)));
  expect(all.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 125 }, (_, i) => i + 1));
  const file = join(import.meta.dirname, "README.md");
  const [above = ""] = readFileSync(file, "utf8").split("\n## Table\n");
  const text = `${above}\n## Table\n\n${tableOf(all)}`;
  if (update) writeFileSync(file, text);
  expect(readFileSync(file, "utf8")).toBe(text);
});
