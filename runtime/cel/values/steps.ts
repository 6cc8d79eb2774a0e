import { Cancelled } from "../base/ended.js";

/**
 * The number of items that an evaluation may read from computed lists and maps. A short expression
 * can make a value whose items no program can visit, and comparing or printing it has no cost; here
 * its evaluation ends as if the limit of costs were exceeded. Go continues.
 */
const mostSteps = 10_000_000;

let steps = 0;

/** Starts the evaluation of an expression. */
export function startSteps(): void {
  steps = 0;
}

/** @throws Cancelled if an evaluation has read too many items */
export function countStep(): void {
  if (++steps > mostSteps) throw new Cancelled();
}
