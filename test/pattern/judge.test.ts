import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compareWithGo } from "../judge/compare-with-go.js";
import { buildJudge, Judge } from "../judge/go-judge.js";
import { asksGo } from "../sizes.js";
import { kept, resultOf, translated } from "./differences.js";
import { randomCase, type PatternCase } from "./random-case.js";
import { replay, type Outcome } from "./replay.js";

/**
 * @file Compiles random regular expressions, most of the damaged ones with a fault, and searches
 * random texts, with the runtime and with Go's package regexp of version 1.26, with which
 * kube-apiserver 1.37 is built.
 */
describe("patterns match and are refused as by Go", () => {
  compareWithGo({ name: "pattern", recorded: 400, quick: 40, caseOf: randomCase, replay });
});

const updates = process.env["UPDATE_GOLDEN"] !== undefined;
const problem = asksGo || updates ? buildJudge("pattern") : "make test-all runs it";

test.skipIf(problem !== undefined)("the classes of Unicode are those of Go", () => {
  const cwd = fileURLToPath(new URL("judge", import.meta.url));
  const { stdout } = spawnSync("go", ["run", ".", "classes"], { cwd, encoding: "utf8" });
  const file = new URL("../../runtime/pattern/unicode-classes.ts", import.meta.url);
  if (updates) writeFileSync(file, stdout);
  expect(readFileSync(file, "utf8")).toBe(stdout);
});

test.skipIf(problem !== undefined)("the table of differences has the results of Go", async () => {
  const rows = [...Object.values(translated), ...Object.values(kept)].flat();
  const judge = new Judge<PatternCase, Outcome>("pattern");
  const [answer] = await judge.replay([{ steps: rows.map(([pattern, text]) => ({ pattern, texts: [text] })) }], 1);
  judge.stop();
  expect(answer?.[0]?.map(resultOf)).toEqual(rows.map(([, , go]) => go));
});
