import type { Fix } from "./fix/fix.js";
import type { Stub } from "./fix/stub.js";

/**
 * A place in a source file. `line` and `column` start at 1; `file` is relative to the root, with
 * forward slashes.
 */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Errors stop the run before anything is written, warnings do so under `--strict`, infos never. */
export type Severity = "error" | "warning" | "info";

/**
 * Something that the author of the input should know. Problems are values: collected, sorted, never
 * thrown.
 */
export interface Problem {
  /** Stable and greppable, the stage or generator first: `conversion/missing-peer-field`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence, no final full stop; names the type and field it is about. */
  readonly message: string;
  /** What to do, often text that can be pasted. May have several lines. */
  readonly hint?: string;
  /** The function that the hint proposes. `showStubs` adds it to the hint. */
  readonly stub?: Stub;
  /**
   * The same for programs: ways to repair the problem, each an alternative. Absent where the hint
   * is advice.
   */
  readonly fixes?: readonly Fix[];
  /**
   * The root cause, where several problems can have the same one: `not-installed:@acme/core`,
   * `not-imported:int32`. It is not printed.
   */
  readonly cause?: string;
  readonly position: Position;
  /**
   * True of what is told to people only under `--verbose`: that nothing had to be done for a type,
   * say.
   */
  readonly detail?: true;
  /**
   * True of what may be untrue where loading has refused a type: that a function is for none, that
   * nothing calls it. Told once all types could be read.
   */
  readonly needsAllTypes?: true;
  /**
   * Folders whose types the problem compares. It is reported once all their types could be read; a
   * warning also waits until their markers ask for generated code.
   */
  readonly needsTypesOf?: readonly string[];
}

const rank: Record<Severity, number> = { error: 0, warning: 1, info: 2 };

/**
 * By file, line and column, then severity, code and message, in code-point order. Equal problems
 * are told once.
 */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  const sorted = [...problems].sort(
    (a, b) =>
      compareText(a.position.file, b.position.file) ||
      a.position.line - b.position.line ||
      a.position.column - b.position.column ||
      rank[a.severity] - rank[b.severity] ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
  return sorted.filter((problem, index) => index === 0 || !sameProblem(problem, sorted[index - 1]));
}

/** `file:line:column severity code: message`, then the hint, indented. */
export function formatProblem(problem: Problem, displayPath: (file: string) => string = (file) => file): string {
  const { file, line, column } = problem.position;
  const head = `${displayPath(file)}:${line}:${column} ${problem.severity} ${problem.code}: ${problem.message}`;
  if (problem.hint === undefined) return head;
  return `${head}\n${problem.hint
    .split("\n")
    .map((text) => (text === "" ? "" : `    ${text}`))
    .join("\n")}`;
}

/** `file:line:column` */
export function formatPosition({ file, line, column }: Position): string {
  return `${file}:${String(line)}:${String(column)}`;
}

/** Code-point order: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
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
