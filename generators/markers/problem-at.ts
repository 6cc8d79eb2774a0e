import type { ProblemHead } from "../../engine/base/define-problems.js";
import type { Remedy } from "../../engine/base/fix.js";
import type { Position, Problem } from "../../engine/base/problem.js";

/** Returns a problem at a marker, or at another object with a position. */
export function problemAt(
  { position }: { readonly position: Position },
  head: ProblemHead,
  message: string,
  advice: Remedy,
): Problem {
  return { ...head, message, ...advice, position };
}
