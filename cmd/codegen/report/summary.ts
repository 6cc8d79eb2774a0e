import { isPending, type FileChange } from "../../../engine/write/change.js";
import type { Report } from "./report.js";

/** One line: how the run ended. */
export function summary({ outcome, mode, failed }: Report): string {
  const { problems, changes, stages } = outcome;
  const count = (severity: string): number => problems.filter((problem) => problem.severity === severity).length;
  const found = [...counted(count("error"), "error"), ...counted(count("warning"), "warning")].join(", ");
  if (failed) return `${found}; nothing written`;
  const warnings = found === "" ? "" : `; ${found}`;
  const pending = changes.filter(isPending);
  if (mode === "check") {
    return pending.length === 0 ? `${files(changes.length)} up to date${warnings}` : `${files(pending.length)} not up to date; run: npx codegen${warnings}`;
  }
  const seconds = (stages.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(2);
  const of = (action: FileChange["action"]): number => changes.filter((change) => change.action === action).length;
  const parts = [
    ...(of("create") > 0 ? [`${of("create")} created`] : []),
    ...(of("update") > 0 ? [`${of("update")} updated`] : []),
    ...(of("remove") > 0 ? [`${of("remove")} removed`] : []),
    ...(of("unchanged") > 0 ? [`${of("unchanged")} unchanged`] : []),
  ];
  const written = parts.length === 0 ? "nothing to generate" : `${mode === "dry-run" ? "would be: " : ""}${parts.join(", ")}`;
  return `${written} in ${seconds} s${warnings}`;
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

function files(count: number): string {
  return `${count} ${count === 1 ? "file" : "files"}`;
}
