import { packageManagerOf } from "../../../engine/base/package-manager.js";
import { isPending, type FileChange } from "../../../engine/base/change.js";
import type { PrintableReport } from "./report.js";

/** Returns one line with the result of the run. */
export function summary({ outcome, mode, failed, root, howToUpdate }: PrintableReport): string {
  const { problems, changes, stages } = outcome;
  const count = (severity: string): number => problems.filter((problem) => problem.severity === severity).length;
  const found = [...counted(count("error"), "error"), ...counted(count("warning"), "warning")].join(", ");
  if (failed) return `${found}; nothing written`;
  const warnings = found === "" ? "" : `; ${found}`;
  const pending = changes.filter(isPending);
  if (mode === "check") {
    return pending.length === 0
      ? `${files(changes.length - changes.filter(({ action }) => action === "keep").length)} up to date${warnings}`
      : `${files(pending.length)} not up to date; ${howToUpdate ?? `run: ${packageManagerOf(root).run("generate")}`}${warnings}`;
  }
  const seconds = (stages.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(2);
  const time = stages.length === 0 ? "" : ` in ${seconds} s`;
  const became = whatBecame(changes);
  const written = became === "" ? "nothing to generate" : `${mode === "dry-run" ? "would be: " : ""}${became}`;
  return `${written}${time}${warnings}`;
}

/** Words for finished actions. */
export const verbs: { readonly [action in FileChange["action"]]: string } = {
  create: "created",
  update: "updated",
  remove: "removed",
  unchanged: "unchanged",
  keep: "kept",
};

/**
 * Returns a summary such as `3 generated files unchanged` or `4 generated files: 1 created, 3
 * unchanged`. Returns an empty string for no files.
 */
function whatBecame(changes: readonly FileChange[]): string {
  // Kept files are omitted, because the run did not check whether they are out of date.
  const counts = (["create", "update", "remove", "unchanged"] as const).flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length;
    return count === 0 ? [] : [{ count, word: verbs[action] }];
  });
  const [first] = counts;
  if (counts.length === 1 && first !== undefined) return `${files(first.count)} ${first.word}`;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return total === 0 ? "" : `${files(total)}: ${counts.map(({ count, word }) => `${count} ${word}`).join(", ")}`;
}

function counted(count: number, noun: string): string[] {
  return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
}

function files(count: number): string {
  return `${count} generated ${count === 1 ? "file" : "files"}`;
}
