import { resolveProject } from "../../engine/config/project.js";
import { runProject } from "../../engine/run/run.js";
import { selectGenerators } from "../../engine/run/select.js";
import { generators as builtIn } from "../../generators/index.js";
import type { LossyPage, LossyView } from "../../generators/lossy/page.js";
import { exit, type ExitCode } from "./exit.js";
import { lossyAsMarkdown, lossyAsText } from "./report/lossy-text.js";
import { printReport } from "./report/report.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface LossyOptions {
  readonly format: "text" | "json" | "markdown";
  readonly config?: string;
}

/**
 * Names of the generators that run. They find the losses, and the errors that make the list of
 * losses incomplete.
 */
const needed: ReadonlySet<string> = new Set(["conversion", "lossy"]);

/**
 * Runs `codegen lossy [paths…]`: prints the fields that a round trip from the hub through each
 * version loses. If the types have errors, prints the errors instead. Writes no files.
 */
export async function runLossy(paths: readonly string[], options: LossyOptions, terminal: Terminal): Promise<ExitCode> {
  const resolved = await resolveProject({ cwd: terminal.cwd, paths, configFile: options.config });
  if (resolved.kind === "usage") {
    terminal.err(`codegen: ${resolved.message}\n`);
    return exit.usage;
  }
  const request = {
    terminal,
    root: resolved.kind === "project" ? resolved.project.root : resolved.root,
    format: "text",
    mode: "dry-run",
    failed: true,
    quiet: true,
    stats: false,
    verbose: false,
  } as const;
  if (resolved.kind === "problems") {
    await printReport({ problems: resolved.problems, changes: [], stages: [] }, request);
    return exit.problems;
  }
  const { project } = resolved;
  const { definitions } = await selectGenerators(builtIn, project);
  const found = await runProject({
    project,
    generators: builtIn.filter(({ name }) => needed.has(name)),
    definitions,
    mode: "dry-run",
    only: ["lossy"],
    strict: false,
  });
  const errors = found.problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    await printReport({ problems: errors, changes: [], stages: [] }, request);
    return exit.problems;
  }
  const pages = found.plan.flatMap(({ generator, file }) =>
    generator.name === "lossy" ? [(file.view as LossyView).page] : [],
  );
  if (pages.length === 0)
    terminal.err(
      "codegen: no version converts to a hub: add +k8s:conversion-gen=.. with the folder of the hub to the doc.ts of each version\n",
    );
  terminal.out(print(pages, options.format));
  return exit.done;
}

function print(pages: readonly LossyPage[], format: LossyOptions["format"]): string {
  if (format === "json") return `${JSON.stringify({ versions: pages }, undefined, 2)}\n`;
  return format === "markdown" ? lossyAsMarkdown(pages) : lossyAsText(pages);
}
