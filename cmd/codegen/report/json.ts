import type { Report } from "./report.js";

/** One object on standard output. */
export function json({ outcome, terminal }: Report): void {
  const { problems, changes, stages } = outcome;
  const result = {
    problems: problems.map(({ code, severity, message, hint, position }) => ({
      code,
      severity,
      message,
      ...(hint === undefined ? {} : { hint }),
      file: position.file,
      line: position.line,
      column: position.column,
    })),
    files: changes.map(({ path, generator, action }) => ({ path, generator, action })),
    stages,
  };
  terminal.out(`${JSON.stringify(result, undefined, 2)}\n`);
}
