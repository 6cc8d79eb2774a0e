import { Cancelled } from "../base/ended.js";

/**
 * Maximum number of items that an evaluation may read from lists and maps that it created. A short
 * expression can create a value with too many items to visit, and comparing or printing the value
 * has no cost. Go would continue; this evaluator stops as if the cost limit were exceeded.
 */
const mostSteps = 10_000_000;

let steps = 0;

/** Resets the number of items that were read. Called at the start of an evaluation. */
export function startSteps(): void {
  steps = 0;
}

/**
 * Counts an item that is read.
 *
 * @throws Cancelled if the evaluation has read too many items
 */
export function countStep(): void {
  if (++steps > mostSteps) throw new Cancelled();
}
