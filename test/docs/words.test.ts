import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { repository } from "../package/tarballs.js";

/** Greatest number of words, counted as `wc -w` does: code and the marks of tables count, too. */
const limit = 60_000;

test(`README and docs have at most ${limit} words, as make words prints`, () => {
  const printed = execFileSync("make", ["--no-print-directory", "words"], { cwd: repository, encoding: "utf8" });
  const [, total] = /^ *(\d+) total$/m.exec(printed) ?? [];
  expect(Number(total)).toBeGreaterThan(10_000);
  expect(Number(total)).toBeLessThanOrEqual(limit);
});
