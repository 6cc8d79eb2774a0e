import { deepStrictEqual } from "node:assert/strict";
import type { Job } from "./compare.js";

/** Proves that all candidates of a job that say so do the same: a fast wrong answer is no peer. */
export function verify<I>({ title, inputs, fresh = (input) => input, candidates }: Job<I>): void {
  for (const input of inputs) {
    const given = fresh(input);
    const expected = candidates[0]?.run(given) ?? given;
    for (const { name, run, isDifferent = false } of candidates) {
      if (isDifferent) continue;
      const copy = fresh(input);
      deepStrictEqual(run(copy) ?? copy, expected, `${title}: ${name}`);
    }
  }
}
