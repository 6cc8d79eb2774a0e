import type { Expression } from "../tree/expression.js";
import { clauseOf, directivesOf, type Clause } from "../types/format-clauses.js";
import type { ExpressionType } from "../types/type.js";

/** A problem of a format string, or of an argument. */
export interface FormatProblem {
  readonly message: string;
  readonly argument?: Expression;
}

/** Returns the first problem of a format string with its arguments; undefined if there is none. */
export function formatStringProblem(
  text: string,
  given: readonly Expression[],
  typeOf: (argument: Expression) => ExpressionType,
): FormatProblem | undefined {
  let used = 0;
  for (const directive of directivesOf(text)) {
    if (directive.text === "%%") continue;
    const argument = given[used];
    if (directive.text === "%") return { message: "unexpected end of string" };
    if (argument === undefined) return { message: `index ${String(used)} out of range` };
    const clause = clauseOf(directive);
    if (typeof clause === "string") return { message: clause };
    const wrong = wrongPart(argument, clause, typeOf, directive.letter === "s");
    if (wrong !== undefined)
      return { message: `error during formatting: ${clause.fault}, was given ${typeOf(wrong).name}`, argument: wrong };
    used++;
  }
  if (given.length <= used) return undefined;
  const counts = `expected ${String(used)}, got ${String(given.length)}`;
  return { message: `too many arguments supplied to string.format (${counts})` };
}

/**
 * Returns the argument if its type is wrong, or the item of a list or map literal whose type is
 * wrong; undefined if all types are right.
 */
function wrongPart(
  argument: Expression,
  clause: Clause,
  typeOf: (argument: Expression) => ExpressionType,
  isDeep: boolean,
): Expression | undefined {
  const { kind } = typeOf(argument);
  if (kind !== "dyn" && !clause.kinds.includes(kind)) return argument;
  if (!isDeep) return undefined;
  const parts =
    argument.kind === "list"
      ? argument.elements
      : argument.kind === "map"
        ? argument.entries.flatMap(({ key, value }) => [key, value])
        : [];
  for (const part of parts) {
    const wrong = wrongPart(part, clause, typeOf, isDeep);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
