import { parseDuration } from "../../values/duration.js";
import { pattern } from "../../pattern/index.js";
import { layoutOfTime, parseInstant } from "../../values/time-parse.js";
import type { CELEnvironment } from "../environment/environment.js";
import type { Constant, Expression, FunctionCall, List, MapLiteral } from "../tree/expression.js";
import { childrenOf } from "../tree/children.js";
import type { SourceProblems } from "../base/source.js";
import { clauseOf, piecesOf, type Clause } from "../types/format-clauses.js";
import { inOptional, isSameType, printCELType, type ExpressionType } from "../types/type.js";
import { succeeds } from "../values/attempt.js";
import type { TypedExpression } from "./checker.js";

/**
 * Adds the problems of literals, such as invalid regular expressions, in an expression that passed
 * the type check.
 */
export function checkLiterals(checked: TypedExpression, environment: CELEnvironment, problems: SourceProblems): void {
  new LiteralChecker(checked, environment, problems).check(checked.expression, false);
}

const earliestSecond = -62_135_596_800n;
const latestSecond = 253_402_300_799n;

/**
 * Functions whose first argument is checked if it is a literal. Each check throws an error for an
 * invalid literal.
 */
const checks: Readonly<Record<string, (argument: Constant) => unknown>> = {
  duration: (text) => parseDuration(textOf(text)),
  timestamp: checkTimestamp,
  matches: (text) => typeof text === "string" && pattern(text).matches(""),
};

function textOf(value: Constant): string {
  if (typeof value !== "string") throw new TypeError("not a string");
  return value;
}

function checkTimestamp(value: Constant): void {
  if (value === null) throw new TypeError("not a time");
  const seconds = typeof value === "string" ? parseInstant(value, layoutOfTime).seconds : value;
  if (typeof seconds !== "bigint" && typeof seconds !== "number") return;
  if (seconds < earliestSecond || seconds > latestSecond) throw new RangeError("timestamp overflow");
}

class LiteralChecker {
  readonly #checked: TypedExpression;
  readonly #checksArguments: boolean;
  readonly #checksFormats: boolean;
  readonly #problems: SourceProblems;
  /** Checks an expression. An expression that occurs twice is checked once. */
  readonly check: (expression: Expression, isFormatted: boolean) => void;

  constructor(checked: TypedExpression, environment: CELEnvironment, problems: SourceProblems) {
    this.#checked = checked;
    this.#checksArguments = environment.has("literals");
    this.#checksFormats = environment.has("format-strings");
    this.#problems = problems;
    this.check = problems.once((expression: Expression, isFormatted: boolean) => {
      this.#check(expression, isFormatted);
    });
  }

  /** @param isFormatted true for the arguments of `format`, whose items may have different types */
  #check(expression: Expression, isFormatted: boolean): void {
    const name = expression.kind === "call" ? this.#nameOf(expression) : "";
    const formats = isFormatted || (this.#checksFormats && name === "format");
    for (const child of childrenOf(expression)) this.check(child, formats);
    if (expression.kind === "list" && !isFormatted) this.#checkList(expression);
    if (expression.kind === "map" && !isFormatted) this.#checkMap(expression);
    if (expression.kind === "call") this.#checkCall(expression, name);
  }

  #typeOf(expression: Expression): ExpressionType {
    return this.#checked.types.get(expression) as ExpressionType;
  }

  #checkList({ elements, optional }: List): void {
    let first: ExpressionType | undefined;
    for (const [index, element] of elements.entries()) {
      const type = this.#typeOf(element);
      const inner = optional.has(index) ? (inOptional(type) ?? type) : type;
      first ??= inner;
      if (this.#differs(element, first, inner)) return;
    }
  }

  #checkMap({ entries }: MapLiteral): void {
    let [keys, values]: (ExpressionType | undefined)[] = [];
    for (const { key, value, isOptional } of entries) {
      const type = this.#typeOf(value);
      const inner = isOptional ? (inOptional(type) ?? type) : type;
      keys ??= this.#typeOf(key);
      values ??= inner;
      this.#differs(key, keys, this.#typeOf(key));
      this.#differs(value, values, inner);
    }
  }

  #differs({ at }: Expression, expected: ExpressionType, found: ExpressionType): boolean {
    const isDifferent = !isSameType(expected, found, false);
    if (isDifferent)
      this.#problems.add(at, `expected type '${printCELType(expected)}' but found '${printCELType(found)}'`);
    return isDifferent;
  }

  #nameOf(call: FunctionCall): string {
    return this.#checked.references.get(call)?.name ?? call.name;
  }

  #checkCall(call: FunctionCall, name: string): void {
    const [argument] = call.arguments;
    const check = this.#checksArguments && Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (argument?.kind === "literal" && check !== undefined && !succeeds(() => check(argument.value)))
      this.#problems.add(argument.at, `invalid ${name} argument`);
    const { target } = call;
    if (!this.#checksFormats || name !== "format" || argument?.kind !== "list") return;
    if (target?.kind !== "literal" || typeof target.value !== "string") return;
    const problem = formatStringProblem(target.value, argument.elements, (each) => this.#typeOf(each));
    if (problem !== undefined) this.#problems.add(problem.argument?.at ?? call.at, problem.message);
  }
}

/** A problem of a format string, or of an argument. */
interface FormatProblem {
  readonly message: string;
  readonly argument?: Expression;
}

/** Returns the first problem of a format string with its arguments; undefined if there is none. */
function formatStringProblem(
  text: string,
  given: readonly Expression[],
  typeOf: (argument: Expression) => ExpressionType,
): FormatProblem | undefined {
  let used = 0;
  for (const piece of piecesOf(text)) {
    if (typeof piece === "string") continue;
    const argument = given[used];
    if (piece.isIncomplete) return { message: "unexpected end of string" };
    if (argument === undefined) return { message: `index ${String(used)} out of range` };
    const clause = clauseOf(piece);
    if (typeof clause === "string") return { message: clause };
    const wrong = wrongPart(argument, clause, typeOf, piece.letter === "s");
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
