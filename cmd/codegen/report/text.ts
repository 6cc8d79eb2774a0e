import { formatProblem, type Problem } from "../../../engine/base/problem.js";
import { isPending, type FileChange } from "../../../engine/base/change.js";
import { paint } from "./colour.js";
import type { PrintableReport } from "./report.js";
import { summary, verbs } from "./summary.js";

/**
 * Prints problems, and the last line of a failed run, to standard error, and all other lines to
 * standard output.
 */
export async function reportAsText(report: PrintableReport): Promise<void> {
  const { outcome, terminal, mode, verbose = false } = report;
  for (const problem of outcome.problems) terminal.err(`${problemText(problem, terminal.colour)}\n`);
  if (report.quiet === true) return;
  const changes = report.failed ? [] : outcome.changes;
  if (mode === "check") await showDiffs(changes.filter(isPending), report);
  else {
    for (const change of changes.filter((change) => verbose || isPending(change))) {
      terminal.out(`${mode === "dry-run" ? change.action : verbs[change.action]} ${change.path}\n`);
    }
  }
  if (report.stats === true)
    for (const { name, ms } of outcome.stages) terminal.out(`${`${ms.toFixed(1)} ms`.padStart(12)}  ${name}\n`);
  const last = `${summary(report)}\n`;
  // If both outputs go to the same log, the summary of a failed run must follow the errors, so both
  // are printed to standard error.
  if (report.failed) terminal.err(last);
  else terminal.out(last);
}

async function showDiffs(changes: readonly FileChange[], { terminal }: PrintableReport): Promise<void> {
  if (changes.length === 0) return;
  const { unifiedDiff } = await import("./diff.js");
  for (const change of changes) terminal.out(unifiedDiff(change, terminal.colour));
}

function problemText(problem: Problem, colour: boolean): string {
  const plain = formatProblem(problem);
  if (!colour) return plain;
  return plain.replace(` ${problem.severity} `, ` ${paint(problem.severity, problem.severity)} `);
}
