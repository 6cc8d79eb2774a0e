import type { PackageId } from "../universe.js";
import { replaceText, remedy } from "../../base/fix.js";
import { orderStrings, type Problem, type ProblemCode } from "../../base/problem.js";
import { changeTo, type FileChange } from "../../base/change.js";
import { lineOf, packageOfLine, type ViolationReport } from "./violation.js";

/** A report of violations, with the name of the generator that found them. */
export interface PlannedReport extends ViolationReport {
  readonly generator: string;
}

/** The packages that a run has checked for violations. */
export interface CheckedPackages {
  /** Reports whether this run has checked a package. */
  readonly has: (id: PackageId) => boolean;
}

/**
 * Compares the violations with the lines of the report file.
 * @param text text of the report file; undefined for a missing file, which counts as empty
 * @returns a problem for each violation that is not in the file, and a warning for each line in the
 * file that is malformed, or whose package was checked and no longer has the violation
 */
export function unexpected(
  report: PlannedReport,
  text: string | undefined,
  checked: CheckedPackages,
): readonly Problem[] {
  const found = new Set(report.violations.map(lineOf));
  const known = new Set(linesOf(text));
  const stale = [...linesOf(text).entries()].flatMap(([index, line]): readonly Problem[] =>
    line === "" || found.has(line) || !isChecked(line, checked) ? [] : [staleLine(report, line, index + 1)],
  );
  const fresh = report.violations.filter((violation) => !known.has(lineOf(violation)));
  return [...fresh.map(({ problem }) => problem), ...stale];
}

/**
 * Returns the change that updates the report file to exactly the present violations. Retains lines
 * about packages that this run has not checked.
 */
export function updatedReport(report: PlannedReport, text: string | undefined, checked: CheckedPackages): FileChange {
  const kept = linesOf(text).filter((line) => line !== "" && !isChecked(line, checked));
  const lines = [...new Set([...kept, ...report.violations.map(lineOf)])].sort(orderStrings);
  const after = lines.map((line) => `${line}\n`).join("");
  return changeTo({ path: report.file, generator: report.generator }, text, after);
}

function linesOf(text = ""): readonly string[] {
  return text.split(/\r?\n/);
}

/**
 * Reports whether this run can decide if a line is outdated, because the run has checked the
 * package. Always true for a malformed line.
 */
function isChecked(line: string, checked: CheckedPackages): boolean {
  const id = packageOfLine(line);
  return id === undefined || checked.has(id);
}

function staleLine({ generator, file }: PlannedReport, line: string, number: number): Problem {
  const position = { file, line: number, column: 1 };
  const isViolation = packageOfLine(line) !== undefined;
  return {
    // The code is not in a table, because the generator can be a custom generator.
    code: `${generator}/stale-violation` as ProblemCode,
    severity: "warning",
    message: isViolation
      ? `the report lists a violation that no longer exists: ${line}`
      : `the line is not a violation: it does not have the form "API rule violation: <rule>,<folder>,<type>,<property>"`,
    ...remedy(replaceText(position, line, "", "remove the line")),
    position,
  };
}
