import type { Problem, Severity } from "../../../engine/base/problem.js";
import { isPending } from "../../../engine/base/change.js";
import type { PrintableReport } from "./report.js";
import { summary } from "./summary.js";

const levels: { readonly [severity in Severity]: string } = { error: "error", warning: "warning", info: "notice" };

/**
 * Prints the problems and, with `--check`, the outdated files as workflow commands of GitHub
 * Actions. GitHub shows them beside the lines of a pull request.
 */
export function github(report: PrintableReport): void {
  const { outcome, terminal, mode } = report;
  for (const problem of outcome.problems) terminal.out(`${annotation(problem)}\n`);
  if (mode === "check") {
    for (const { path, action } of outcome.changes.filter(isPending)) {
      const message =
        action === "create" ? "is missing" : action === "remove" ? "is no longer generated" : "is not up to date";
      terminal.out(
        `::error file=${property(path)},title=codegen::${data(`${path} ${message}; run codegen and commit the result`)}\n`,
      );
    }
  }
  if (report.quiet !== true) terminal.out(`${summary(report)}\n`);
}

function annotation({ severity, position, code, message, hint }: Problem): string {
  const place = `file=${property(position.file)},line=${position.line},col=${position.column},title=${property(code)}`;
  return `::${levels[severity]} ${place}::${data(hint === undefined ? message : `${message}\n${hint}`)}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
