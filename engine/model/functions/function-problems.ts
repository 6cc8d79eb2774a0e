import { remedy, replaceSignature, type Remedy } from "../../base/fix.js";
import type { FunctionDeclaration } from "../universe.js";
import type { Problem } from "../../base/problem.js";

/**
 * @file The problems of hand-written functions that all generators share. `prefix` is the name of
 * the generator. `signature` is the declaration that the function needs, without its body.
 */

export function notADeclaration(prefix: string, fn: FunctionDeclaration, signature: string): Problem {
  return functionProblem(prefix, "not-a-declaration", fn, {
    message: `${fn.name} must be a function declaration: a const may be uninitialised in an import cycle`,
    hint: `declare it as a function: ${signature} { … }`,
  });
}

export function notExported(prefix: string, fn: FunctionDeclaration, advice: Remedy): Problem {
  const message = `${fn.name} is not exported, so generated code cannot call it`;
  return functionProblem(prefix, "not-exported", fn, { message, ...advice });
}

export function wrongSignature(
  prefix: string,
  fn: FunctionDeclaration,
  signature: string,
  advice: Remedy = remedy(replaceSignature(fn.position, signature)),
): Problem {
  const wanted = signature.slice(signature.indexOf("("));
  const message = `${fn.name} has the signature ${writtenSignature(fn)} instead of ${wanted}`;
  return functionProblem(prefix, "wrong-signature", fn, { message, ...advice });
}

export function duplicateFunction(
  prefix: string,
  fn: FunctionDeclaration,
  { position: { file, line, column } }: FunctionDeclaration,
  hint = "keep one of them",
): Problem {
  const message = `${fn.name} is also defined at ${file}:${line}:${column}`;
  return functionProblem(prefix, "duplicate-function", fn, { message, hint });
}

export function functionProblem(
  prefix: string,
  code: string,
  fn: FunctionDeclaration,
  more: Pick<Problem, "message"> & Partial<Problem>,
): Problem {
  return { code: `${prefix}/${code}`, severity: "error", position: fn.position, ...more };
}

/** Returns the source text of a function's parameters and result: `(input: Pizza): Pizza`. */
export function writtenSignature({ parameters, returnText }: FunctionDeclaration): string {
  const list = parameters.map(({ name, text }) => `${name}: ${text}`).join(", ");
  return `(${list})${returnText === "" ? "" : `: ${returnText}`}`;
}
