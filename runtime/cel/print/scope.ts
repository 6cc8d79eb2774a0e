import type { EvaluationPlan, Slot } from "../evaluate/plan.js";
import type { CodeBlock } from "./block.js";
import { asBool } from "./boxed.js";
import { Unprintable, type Operand } from "./form.js";

/** Prints a plan as statements of a block, and returns its value. */
type Print = (plan: EvaluationPlan, block: CodeBlock, scope: PrintScope) => Operand;

/** Returns the operand for a variable that is read in a block. */
type Variable = (block: CodeBlock) => Operand;

/** The variables that a part of an expression can read, and the function that prints any part. */
export class PrintScope {
  readonly #print: Print;
  readonly #variables: Map<number, Variable>;

  constructor(print: Print, variables: Iterable<readonly [slot: number, variable: Variable]>) {
    this.#print = print;
    this.#variables = new Map(variables);
  }

  /**
   * Returns a scope with the same variables. Variables that are added to the new scope do not
   * change this one.
   */
  inner(): PrintScope {
    return new PrintScope(this.#print, this.#variables);
  }

  set(slot: number, variable: Variable): void {
    this.#variables.set(slot, variable);
  }

  /** Returns the operand for the variable in a slot. */
  variable({ index }: Slot, block: CodeBlock): Operand {
    const variable = this.#variables.get(index);
    if (variable === undefined) throw new Unprintable();
    return variable(block);
  }

  print(plan: EvaluationPlan, block: CodeBlock): Operand {
    return this.#print(plan, block, this);
  }

  /** Prints a plan whose value is a bool, and returns its code. */
  printBool(plan: EvaluationPlan, block: CodeBlock): string {
    return asBool(this.print(plan, block));
  }
}
