import type { GivenProblemRow, ProblemHead } from "../../base/define-problems.js";
import { remedy, replaceSignature, type Remedy } from "../../base/fix.js";
import type { FunctionDeclaration } from "../universe.js";
import type { Problem } from "../../base/problem.js";

/**
 * @file The problems of hand-written functions that all generators share. In parameters, `head` is
 * the generator's code for the problem, and `signature` is the required declaration of the
 * function, without its body.
 */

/**
 * A mistake in a hand-written function. The name is the part of the problem code after the slash.
 */
export type FunctionMistake =
  | "duplicate-function"
  | "near-miss"
  | "not-a-declaration"
  | "not-exported"
  | "unknown-type"
  | "wrong-signature";

/** The description of a problem code for a `FunctionMistake`. Its severity is always error. */
type FunctionRow = Omit<GivenProblemRow, "severity">;

const rows: { readonly [mistake in FunctionMistake]: FunctionRow } = {
  "duplicate-function": {
    place: "function",
    meaning: "Two hand-written functions have the same name, or have the same purpose for the same type.",
    repair: "Remove or rename one of them.",
  },
  "near-miss": {
    place: "function",
    meaning:
      "Generated code does not call a hand-written function, because its name differs slightly from the required name.",
    repair: "Rename the function to the name from the hint.",
  },
  "not-a-declaration": {
    place: "function",
    meaning:
      "A hand-written function is declared as a constant, which may not be initialized when generated code is loaded.",
    repair: "Declare it as a function.",
  },
  "not-exported": {
    place: "function",
    meaning: "Generated code cannot call a hand-written function, because it is not exported.",
    repair: "Export it.",
  },
  "unknown-type": {
    place: "function",
    meaning: "The name of a hand-written function contains the name of a type that the folder does not have.",
    repair: "Correct the name of the function, or remove the function.",
  },
  "wrong-signature": {
    place: "function",
    meaning: "A hand-written function does not have the parameters and the result that generated code needs.",
    repair: "Use the signature from the hint.",
  },
};

/**
 * Returns a generator's problem codes for mistakes in its hand-written functions.
 * @param page page and section of the documentation about these functions
 * @param mistakes mistakes that the generator reports; default: all
 */
export function functionRows<const Area extends string, Mistake extends FunctionMistake = FunctionMistake>(
  area: Area,
  page: string,
  mistakes: readonly Mistake[] = Object.keys(rows) as Mistake[],
): Readonly<Record<`${Area}/${Mistake}`, FunctionRow>> {
  const found = mistakes.map((mistake) => [`${area}/${mistake}`, { ...rows[mistake], page }] as const);
  // The result type of Object.fromEntries does not contain the names of the properties.
  return Object.fromEntries(found) as Record<`${Area}/${Mistake}`, FunctionRow>;
}

export function notADeclaration(head: ProblemHead, fn: FunctionDeclaration, signature: string): Problem {
  return {
    ...head,
    message: `${fn.name} must be a function declaration: in an import cycle, a const may not be initialized yet`,
    hint: `declare a function: ${signature} { … }`,
    position: fn.position,
  };
}

export function notExported(head: ProblemHead, fn: FunctionDeclaration, advice: Remedy): Problem {
  const message = `${fn.name} is not exported, so generated code cannot call it`;
  return { ...head, message, ...advice, position: fn.position };
}

export function wrongSignature(
  head: ProblemHead,
  fn: FunctionDeclaration,
  signature: string,
  advice: Remedy = remedy(replaceSignature(fn.position, signature)),
): Problem {
  const wanted = signature.slice(signature.indexOf("("));
  const message = `${fn.name} has the signature ${writtenSignature(fn)} instead of ${wanted}`;
  return { ...head, message, ...advice, position: fn.position };
}

export function duplicateFunction(
  head: ProblemHead,
  fn: FunctionDeclaration,
  { position: { file, line, column } }: FunctionDeclaration,
  hint = "keep one of them",
): Problem {
  return { ...head, message: `${fn.name} is also defined at ${file}:${line}:${column}`, hint, position: fn.position };
}

/** Returns the source text of a function's parameters and result: `(input: Pizza): Pizza`. */
export function writtenSignature({ parameters, returnText }: FunctionDeclaration): string {
  const list = parameters.map(({ name, text }) => `${name}: ${text}`).join(", ");
  return `(${list})${returnText === "" ? "" : `: ${returnText}`}`;
}
