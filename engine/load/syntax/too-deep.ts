import type { Position, Problem } from "../../base/problem.js";
import { lineAndColumn } from "../../util/line-and-column.js";
import { loadProblems } from "../problem-codes.js";

/** Reports whether an error is an overflow of the call stack. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

/** Returns the problem for types that are nested too deeply. */
export function tooDeepProblem(message: string, position: Position): Problem {
  return {
    ...loadProblems.is("load/too-deep"),
    message,
    hint: "reduce the number of levels, or give a deeply nested field the type unknown",
    position,
  };
}

/**
 * Returns the problem for a file whose nesting overflows the parser's stack. Its position is where
 * the most brackets are open.
 */
export function tooDeepText(path: string, text: string): Problem {
  let [open, most, at] = [0, 0, 0];
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    if ("{[(<".includes(character)) open++;
    else if ("}])>".includes(character)) open--;
    if (open > most) [most, at] = [open, index];
  }
  const message = `the types are nested ${most} levels deep, which is more than the parser can read`;
  return tooDeepProblem(message, { file: path, ...lineAndColumn(text, at) });
}
