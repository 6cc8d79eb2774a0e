import type { Fix } from "./fix.js";
import type { Stub } from "./stub.js";
import { visibleText } from "../util/visible.js";

/**
 * A position in a source file. `line` and `column` start at 1. `file` is relative to the root and
 * has forward slashes.
 */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Severity of a problem. An error stops the run before it writes files. A warning does so only
 * under `--strict`, and an info never does.
 */
export type Severity = "error" | "warning" | "info";

declare const isDefined: unique symbol;

/** A problem code from a table that `defineProblems` has returned. */
export type ProblemCode = string & { readonly [isDefined]: true };

/**
 * A mistake in the input. The text addresses the author of the input. Problems are collected and
 * sorted, and never thrown.
 */
export interface Problem {
  /**
   * A stable identifier. It begins with the stage or generator that reports the problem:
   * `conversion/missing-peer-field`.
   */
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** One sentence without a full stop. It names the type and field with the problem. */
  readonly message: string;
  /** Advice for the author, often code to paste. It can have several lines. */
  readonly hint?: string;
  /**
   * A function that the author can add to correct the problem. `showStubs` adds its code to the
   * hint.
   */
  readonly stub?: Stub;
  /** Alternative corrections that a program can apply. Absent if the hint is only advice. */
  readonly fixes?: readonly Fix[];
  /**
   * Key of the root cause: `not-installed:@acme/core`, `not-imported:int32`. Several problems can
   * share a root cause. The key is not printed.
   */
  readonly cause?: string;
  readonly position: Position;
  /** Numbers in the message, by name, for programs. */
  readonly numbers?: Readonly<Record<string, number>>;
  /**
   * True for information that is printed only under `--verbose`, for example that a type needs no
   * function.
   */
  readonly detail?: true;
  /**
   * True for a problem that may be wrong if some types were not read, for example an unused
   * function. Such a problem is reported only in a run that has read all types.
   */
  readonly needsAllTypes?: true;
  /**
   * Folders whose types decide whether the problem exists. The problem is reported only in a run
   * that has read all types of these folders. A warning is reported only if markers in these
   * folders also request generated code.
   */
  readonly needsTypesOf?: readonly string[];
}

const rank: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/**
 * Sorts problems by file, line and column, then by severity, code and message. `orderStrings`
 * compares the strings. Removes duplicates.
 */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const sorted = [...problems].sort(
    (a, b) =>
      orderStrings(a.position.file, b.position.file) ||
      a.position.line - b.position.line ||
      a.position.column - b.position.column ||
      rank[a.severity] - rank[b.severity] ||
      orderStrings(a.code, b.code) ||
      orderStrings(a.message, b.message),
  );
  return sorted.filter((problem, index) => index === 0 || !sameProblem(problem, sorted[index - 1]));
}

/**
 * Returns `file:line:column severity code: message`, followed by the indented hint. Control
 * characters are escaped, because message and hint can contain names and strings of the input.
 */
export function formatProblem(problem: Problem, displayPath: (file: string) => string = (file) => file): string {
  const { file, line, column } = problem.position;
  const place = `${displayPath(file)}:${line}:${column}`;
  const head = visibleText(`${place} ${problem.severity} ${problem.code}: ${problem.message}`);
  if (problem.hint === undefined) return head;
  return `${head}\n${problem.hint
    .split("\n")
    .map((text) => (text === "" ? "" : `    ${visibleText(text)}`))
    .join("\n")}`;
}

/** Returns a position as `file:line:column`. */
export function formatPosition({ file, line, column }: Position): string {
  return `${file}:${String(line)}:${String(column)}`;
}

/**
 * Compares two strings by their UTF-16 code units. Unlike `localeCompare`, the order is the same on
 * every machine.
 */
export function orderStrings(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sameProblem(a: Problem, b: Problem | undefined): boolean {
  return (
    b !== undefined &&
    a.code === b.code &&
    a.message === b.message &&
    a.position.file === b.position.file &&
    a.position.line === b.position.line &&
    a.position.column === b.position.column
  );
}
