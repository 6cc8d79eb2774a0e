import type { CheckedSource } from "../check/check.js";
import { emit } from "./emit.js";
import { Cancelled, Panic } from "../base/ended.js";
import { EvaluationFrame, type RunFrame } from "./frame.js";
import { planned } from "./planner.js";
import { startSteps } from "../values/steps.js";
import { EvaluationError, type Result } from "../values/value.js";

/** The result of an evaluation, and the cost of the evaluation. */
export interface Evaluated {
  readonly value: Result;
  readonly cost: number;
}

/** An expression that can be evaluated. */
export class Program {
  readonly checked: CheckedSource;
  readonly #run: RunFrame;
  readonly #slots: number;

  /** @throws ProgramProblem for an expression that cannot be compiled */
  constructor(checked: CheckedSource) {
    this.checked = checked;
    const { plan, slots } = planned(checked);
    this.#run = emit(plan);
    this.#slots = slots;
  }

  /**
   * Evaluates the expression. If the cost exceeds `limit`, or cel-go would panic, the value of the
   * result is an error.
   *
   * @param values the values of the variables in the order of `checked.variables`; undefined for a
   * variable without a value
   * @throws Unanswered if the evaluation needs a decision of an authorizer that is not known yet
   */
  evaluate(values: readonly (Result | undefined)[], limit: number): Evaluated {
    const frame = new EvaluationFrame(this.#slots, limit);
    for (let index = 0; index < values.length; index++) frame.slots[index] = values[index];
    startSteps();
    try {
      return { value: this.#run(frame), cost: frame.cost };
    } catch (error) {
      if (!(error instanceof Cancelled || error instanceof Panic)) throw error;
      return { value: new EvaluationError(error.message), cost: frame.cost };
    }
  }
}
