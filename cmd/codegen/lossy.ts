import type { LossyPage, LossyView } from "../../generators/lossy/page.js";
import { exit, type ExitCode } from "./exit.js";
import { ProblemsError } from "./failure.js";
import { openProject, planProject, viewsOf, type PageOptions } from "./plan-project.js";
import { lossyAsMarkdown, lossyAsText } from "./report/lossy-text.js";
import type { Terminal } from "./terminal.js";

/**
 * Names of the generators that run. They find the losses, and the errors that make the list of
 * losses incomplete.
 */
const needed: readonly string[] = ["conversion", "lossy"];

/**
 * Runs `codegen lossy [paths…]`: prints the fields that are lost in a round trip from the hub
 * through each version, and from each version through the hub. If the types have errors, prints the
 * errors instead. Writes no files.
 */
export async function runLossy(paths: readonly string[], options: PageOptions, terminal: Terminal): Promise<ExitCode> {
  const project = await openProject({ cwd: terminal.cwd, paths, configFile: options.config });
  const found = await planProject(project, "lossy", needed);
  if (found.errors.length > 0) throw new ProblemsError(found.errors, project.root);
  const pages = viewsOf(found, "lossy").map((view) => (view as LossyView).page);
  if (pages.length === 0)
    terminal.err(
      "codegen: no version converts to a hub: add +k8s:conversion-gen=.. with the folder of the hub to the doc.ts of each version\n",
    );
  terminal.out(print(pages, options.format));
  return exit.done;
}

function print(pages: readonly LossyPage[], format: PageOptions["format"]): string {
  if (format === "json") return `${JSON.stringify({ versions: pages }, undefined, 2)}\n`;
  return format === "markdown" ? lossyAsMarkdown(pages) : lossyAsText(pages);
}
