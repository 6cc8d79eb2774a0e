import type { Problem, Severity as ProblemSeverity } from "../../../engine/base/problem.js";
import { displayPaths } from "../report/display-path.js";
import { reportProblems, type ReportFormat } from "../report/report.js";
import type { Terminal } from "../terminal.js";
import type { JudgedChange } from "./accepted.js";
import type { ChangeExample, ChangeSeverity } from "./form/change.js";
import { breakingProblems } from "./form/codes.js";

/** The result of a comparison with an older state. */
export interface ComparisonResult {
  readonly against: string;
  readonly changes: readonly JudgedChange[];
  readonly seed: number;
  /**
   * True if only schemas and rules were compared, because the old state is an npm package or a file
   * of definitions.
   */
  readonly isPackage: boolean;
  /** The folder to which file positions are relative. */
  readonly root: string;
}

/** Prints a result in a report format. */
export async function printResult(result: ComparisonResult, format: ReportFormat, terminal: Terminal): Promise<void> {
  if (format === "json") {
    const display = displayPaths(result.root, terminal.cwd);
    terminal.out(`${JSON.stringify(asJSON(result, display), undefined, 2)}\n`);
    return;
  }
  await reportProblems(result.changes.map(problemOf), { terminal, root: result.root, format });
  if (format === "text") terminal.out(`${summary(result)}\n`);
}

/**
 * Reports whether a change causes an exit code other than 0: a breaking change that is not
 * accepted.
 */
export function isFailure({ change, accepted }: JudgedChange): boolean {
  return change.severity === "breaking" && accepted === undefined;
}

function asJSON({ against, changes, seed }: ComparisonResult, display: (file: string) => string): object {
  return {
    against,
    seed,
    changes: changes.map(({ change, accepted }) => {
      const { code, severity, kind, path, position, message, hint, example, samples } = change;
      return {
        code: `breaking/${code}`,
        class: breakingProblems.rows[`breaking/${code}`].affects,
        severity,
        kind,
        path,
        file: display(position.file),
        line: position.line,
        column: position.column,
        message,
        hint,
        example,
        samples,
        accepted: accepted && { reason: accepted.reason, until: accepted.until },
      };
    }),
  };
}

const severities: { readonly [severity in ChangeSeverity]: ProblemSeverity } = {
  breaking: "error",
  unknown: "warning",
  compatible: "info",
};

function problemOf({ change, accepted }: JudgedChange): Problem {
  const { code, severity, kind, path, message, hint, position, example, samples } = change;
  const place = path === "" ? kind : `${kind} ${path}`;
  const hints = [
    ...(hint === undefined || accepted !== undefined ? [] : [hint]),
    ...(example === undefined ? [] : ["example:", ...exampleLines(example).map((line) => `  ${line}`)]),
    ...(samples === undefined || severity !== "unknown" ? [] : [samplesText(samples)]),
    ...(accepted === undefined ? [] : [`accepted: ${accepted.reason}`]),
  ];
  return {
    ...breakingProblems.is(`breaking/${code}`, accepted === undefined ? severities[severity] : "info"),
    message: `${message} (${place})`,
    ...(hints.length === 0 ? {} : { hint: hints.join("\n") }),
    position,
  };
}

/** Returns a phrase for a change without an example: how many objects were tested. */
export function samplesText(samples: number): string {
  return samples === 0
    ? "no random objects were tested"
    : `no object of ${String(samples)} random objects shows the change`;
}

/**
 * Returns the lines of an example: the stored object, the sent object, and the results in both
 * states.
 */
export function exampleLines({ operation, before, stored, was, after }: ChangeExample): readonly string[] {
  return [
    ...(stored === undefined ? [] : [`stored:  ${JSON.stringify(stored)}`]),
    `${operation}:  ${JSON.stringify(before)}`,
    ...(was === undefined ? [] : [`before:  ${JSON.stringify(was)}`]),
    `answer:  ${JSON.stringify(after)}`,
  ];
}

function summary({ against, changes, seed, isPackage }: ComparisonResult): string {
  const count = (severity: ChangeSeverity): number =>
    changes.filter(({ change }) => change.severity === severity).length;
  const accepted = changes.filter(
    ({ change, accepted: entry }) => change.severity === "breaking" && entry !== undefined,
  );
  const breaking = count("breaking");
  const parts = [
    `${String(breaking)} breaking${accepted.length === 0 ? "" : ` (${String(accepted.length)} accepted)`}`,
    `${String(count("unknown"))} unknown`,
    `${String(count("compatible"))} compatible`,
  ];
  const how = isPackage ? " without executing hand-written code" : "";
  return `compared with ${against}${how}: ${parts.join(", ")} (seed ${String(seed)})`;
}
