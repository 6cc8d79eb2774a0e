import { Cancelled } from "../base/ended.js";

/**
 * The number of items that an evaluation may read from lists and maps that it made. A short
 * expression can make a value with too many items to be visited, and comparing or printing the
 * value has no cost. Go would continue; here, such an evaluation ends as if the limit of its cost
 * were exceeded.
 */
const mostSteps = 10_000_000;

let steps = 0;

/** Sets the count of items back to zero, at the start of an evaluation. */
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
