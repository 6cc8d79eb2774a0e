import type { Problem } from "../../../engine/base/problem.js";
import type { StageTime } from "../../../engine/base/stages.js";
import type { FileChange } from "../../../engine/base/change.js";
import type { Terminal } from "../terminal.js";
import { displayPaths, repositoryFolder } from "./display-path.js";
import { reportAsText } from "./text.js";

export type ReportFormat = "text" | "json" | "github" | "sarif";

/** The result of a run, as input for reports. */
export interface RunOutcome {
  readonly problems: readonly Problem[];
  readonly changes: readonly FileChange[];
  readonly stages: readonly StageTime[];
}

export interface ReportRequest {
  readonly terminal: Terminal;
  /** The folder to which paths in the outcome are relative. */
  readonly root: string;
  readonly format: ReportFormat;
  readonly mode: "write" | "check" | "dry-run";
  /** True if problems stopped the run. */
  readonly failed: boolean;
  /** How to update files that `--check` reports; default: by the npm script `generate`. */
  readonly howToUpdate?: string;
  /** True if the report contains only problems, because the command prints other results itself. */
  readonly quiet?: boolean;
  readonly stats?: boolean | undefined;
  readonly verbose?: boolean | undefined;
}

/**
 * A report request with the outcome of the run. Paths are printed relative to the working directory
 * or, for services such as GitHub, relative to the repository.
 */
export type PrintableReport = ReportRequest & {
  readonly outcome: RunOutcome;
  /** Converts a path relative to the root into the path that the report prints. */
  readonly display: (file: string) => string;
};

/** The printers by format. Most runs print text, so the other printers are loaded on demand. */
const printers: { readonly [format in ReportFormat]: (report: PrintableReport) => void | Promise<void> } = {
  text: reportAsText,
  json: async (report) => {
    (await import("./json.js")).reportAsJSON(report);
  },
  github: async (report) => {
    (await import("./github.js")).github(report);
  },
  sarif: async (report) => {
    await (await import("./sarif.js")).sarif(report);
  },
};

/** Prints problems without a summary, because the command prints its other results itself. */
export function reportProblems(
  problems: readonly Problem[],
  request: Pick<ReportRequest, "terminal" | "root"> & Partial<Pick<ReportRequest, "format">>,
): Promise<void> {
  const only = { format: "text", mode: "dry-run", failed: false, quiet: true } as const;
  return printReport({ problems, changes: [], stages: [] }, { ...only, ...request });
}

export async function printReport(outcome: RunOutcome, request: ReportRequest): Promise<void> {
  const { root, format, terminal, verbose = false } = request;
  const isForService = format === "github" || format === "sarif";
  const display = displayPaths(root, isForService ? repositoryFolder(root, terminal.workspace) : terminal.cwd);
  await printers[request.format]({
    ...request,
    display,
    outcome: {
      stages: outcome.stages,
      problems: outcome.problems
        .filter(({ detail }) => verbose || detail !== true)
        .map((problem) => ({
          ...problem,
          position: { ...problem.position, file: display(problem.position.file) },
        })),
      changes: outcome.changes.map((change) => ({ ...change, path: display(change.path) })),
    },
  });
}
