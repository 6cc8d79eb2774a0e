import { deepStrictEqual } from "node:assert/strict";
import type { Job } from "./compare.js";

/** Checks that all comparable candidates of a job return the same result. */
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
