import type { Problem } from "../../../engine/base/problem.js";
import { resolveFixes, type ResolvedFix } from "./fixes.js";
import type { PrintableReport } from "./report.js";

/** Prints the report as one JSON object on standard output. */
export function reportAsJSON({ outcome, terminal, root, display }: PrintableReport): void {
  const { problems, changes, stages } = outcome;
  const result = {
    problems: problems.map((problem) => describe(problem, resolveFixes(problem, root, display))),
    files: changes.map(({ path, generator, action }) => ({ path, generator, action })),
    stages,
  };
  terminal.out(`${JSON.stringify(result, undefined, 2)}\n`);
}

function describe({ code, severity, message, hint, numbers, position }: Problem, fixes: readonly ResolvedFix[]) {
  return {
    code,
    severity,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(numbers === undefined ? {} : { numbers }),
    ...(fixes.length === 0 ? {} : { fixes }),
    file: position.file,
    line: position.line,
    column: position.column,
  };
}
