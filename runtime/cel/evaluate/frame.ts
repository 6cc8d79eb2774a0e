import { Cancelled } from "../base/ended.js";
import type { EvaluationPlan } from "./plan.js";
import type { Result } from "../values/value.js";

/** The state of an evaluation. */
export class EvaluationFrame {
  /** The values of variables by their indexes; undefined for a variable without a value. */
  readonly slots: (Result | undefined)[];
  cost = 0;
  readonly limit: number;

  constructor(slots: number, limit: number) {
    this.slots = new Array<Result | undefined>(slots).fill(undefined);
    this.limit = limit;
  }

  /**
   * Adds a cost to the cost of the evaluation.
   *
   * @throws Cancelled if the sum exceeds the limit
   */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new Cancelled();
  }
}

/** A function that evaluates a part of a program. */
export type RunFrame = (frame: EvaluationFrame) => Result;

/** Returns the function that evaluates a plan. */
export type Emit = (plan: EvaluationPlan) => RunFrame;
