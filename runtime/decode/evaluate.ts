import type { Decoder } from "./run.js";

/**
 * Creates a decoder from the source text of a function body, and the names and values of its
 * parameters.
 */
export type Evaluate = (parameters: readonly string[], body: string, values: readonly unknown[]) => Decoder;

let canEvaluate: boolean | undefined;

/**
 * Returns a function that evaluates source text; undefined if a content security policy or a flag
 * of Node forbids evaluation.
 */
export function evaluator(): Evaluate | undefined {
  canEvaluate ??= tryOut();
  return canEvaluate ? evaluate : undefined;
}

function tryOut(): boolean {
  try {
    evaluate([], "return undefined", []);
    return true;
  } catch {
    return false;
  }
}

function evaluate(parameters: readonly string[], body: string, values: readonly unknown[]): Decoder {
  // This is the only place that evaluates text. The text consists of fixed pieces, of numbers, and
  // of names from schemas, which only `quoted` writes; decoded input never reaches it. Evaluated
  // code decodes as fast as code written by hand.
  // oxlint-disable-next-line typescript/no-implied-eval -- explained above; closures do the same job where it is forbidden
  const make = new Function(...parameters, `"use strict";\n${body}`) as (...values: readonly unknown[]) => Decoder;
  return make(...values);
}
