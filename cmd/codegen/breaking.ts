import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import type { Project } from "../../engine/config/project.js";
import {
  acceptedFile,
  fileOfAccepted,
  idleEntries,
  judgedChanges,
  readAccepted,
  updateAccepted,
} from "./breaking/accepted.js";
import { compareStates, isPackage, resolveStates } from "./breaking/compare-states.js";
import type { StateChange } from "./breaking/form/change.js";
import { newSeed } from "./breaking/samples/random.js";
import { isFailure, printResult, reportUnreadable, usage } from "./breaking/print.js";
import { isFolder } from "./breaking/state/folder.js";
import { exit, type ExitCode } from "./exit.js";
import type { ReportFormat } from "./report/report.js";
import type { Terminal } from "./terminal.js";

/** Command-line options, in the form in which the library commander passes them. */
export interface BreakingOptions {
  readonly against?: string;
  readonly crd?: boolean;
  readonly format: ReportFormat;
  readonly samples: number;
  readonly seed?: number;
  readonly release?: string;
  readonly updateAccepted?: boolean;
  readonly config?: string;
}

/**
 * Runs `codegen breaking --against STATE [paths…]`: compares the API types with an older state. The
 * exit code is 1 if a breaking change is not accepted, and 2 if an argument is wrong or a state
 * cannot be read.
 */
export async function breaking(
  paths: readonly string[],
  options: BreakingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { against, crd, format } = options;
  if (crd === true) {
    if (against !== undefined)
      return usage(terminal, { fault: "--crd compares two files, so --against is not allowed" });
    const { breakingCRDs } = await import("./breaking-crds.js");
    return breakingCRDs(paths, options, terminal);
  }
  const hidden = hiddenFolder(terminal.cwd);
  if (hidden !== undefined) terminal.err(`codegen: note: ${hidden}\n`);
  if (options.updateAccepted === true && paths.length > 0)
    return usage(terminal, { fault: "--update-accepted compares all kinds, so paths are not allowed" });
  if (against === undefined) return usage(terminal, withoutOldState(paths, terminal.cwd));
  const resolved = await resolveStates(paths, terminal.cwd, options.config);
  if (resolved.kind === "usage") return usage(terminal, { fault: resolved.message });
  if (resolved.kind === "problems") return reportUnreadable(resolved.problems, resolved.root, format, terminal);
  const { project } = resolved;
  const accepted = readAccepted(fileOfAccepted(project), options.updateAccepted === true);
  if (accepted.fault !== undefined) return usage(terminal, accepted);
  const { release, samples, seed = newSeed() } = options;
  const compared = await compareStates({ project, against, cwd: terminal.cwd, paths, release, samples, seed });
  if ("fault" in compared) return usage(terminal, compared);
  if ("problems" in compared) return reportUnreadable(compared.problems, project.root, format, terminal);
  const finished = { seed, project, entries: accepted.entries, against, isWhole: paths.length === 0 };
  return finish(compared.changes, finished, options, terminal);
}

/**
 * Returns a note if the current folder contains a folder `breaking` with API types, because the
 * argument `breaking` is read as the name of the command.
 */
function hiddenFolder(cwd: string): string | undefined {
  const name = "breaking";
  const folder = join(cwd, name);
  const files = isFolder(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const hasTypes = files.some((path) => /(^|[\\/])(types|doc)\.ts$/.test(path));
  return hasTypes ? `${name} is a command; to generate code for the folder of this name, write ./${name}` : undefined;
}

/** Returns the problem of a missing `--against`, with a command that has it. */
function withoutOldState(paths: readonly string[], cwd: string): { readonly fault: string; readonly hint: string } {
  const [first = "main", ...others] = paths;
  const isRevision = others.length === 0 && !existsSync(join(cwd, first));
  const { codegen } = packageManagerOf(cwd);
  return {
    fault: "--against is required: a git revision, a folder, or a file that npm pack created",
    hint: `run: ${codegen(isRevision ? `breaking --against ${first}` : `breaking ${paths.join(" ")} --against main`)}`,
  };
}

interface Finished {
  readonly project: Project;
  readonly entries: Parameters<typeof updateAccepted>[2];
  readonly against: string;
  readonly seed: number;
  /** True if all kinds were compared. */
  readonly isWhole: boolean;
}

async function finish(
  changes: readonly StateChange[],
  { project, entries, against, seed, isWhole }: Finished,
  options: BreakingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (options.updateAccepted === true) {
    const open = updateAccepted(fileOfAccepted(project), changes, entries);
    terminal.err(`codegen: ${acceptedFile} was written. Write the missing reasons: ${String(open)}\n`);
    return exit.done;
  }
  const today = new Date().toISOString().slice(0, 10);
  for (const warning of isWhole ? idleEntries(changes, entries, today) : [])
    terminal.err(`codegen: warning: ${warning}\n`);
  const judged = judgedChanges(changes, entries, today);
  await printResult(
    { against, changes: judged, seed, isPackage: isPackage(against), root: project.root },
    options.format,
    terminal,
  );
  return judged.some(isFailure) ? exit.problems : exit.done;
}
