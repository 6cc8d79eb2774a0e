import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { packageManagerOf } from "../../engine/base/package-manager.js";
import { acceptedFile, fileOfAccepted, idleEntries, judgedChanges, updateAccepted } from "./breaking/accepted.js";
import { compareStates, isPackage } from "./breaking/compare-states.js";
import { compareAPIs } from "./breaking/compare/compare-apis.js";
import { withoutRepeats } from "./breaking/form/change.js";
import { readCRDs } from "./breaking/read/read-crds.js";
import { withExamples } from "./breaking/samples/find-examples.js";
import { newSeed } from "./breaking/samples/random.js";
import { isFailure, printResult } from "./breaking/print.js";
import { isFolder } from "./breaking/state/files.js";
import { exit, type ExitCode } from "./exit.js";
import { ProblemsError, UsageError } from "./failure.js";
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
    if (against !== undefined) throw new UsageError("--crd compares two files, so --against is not allowed");
    return breakingCRDs(paths, options, terminal);
  }
  const hidden = hiddenFolder(terminal.cwd);
  if (hidden !== undefined) terminal.err(`codegen: note: ${hidden}\n`);
  if (options.updateAccepted === true && paths.length > 0)
    throw new UsageError("--update-accepted compares all kinds, so paths are not allowed");
  if (against === undefined) throw withoutOldState(paths, terminal.cwd);
  const { config, release, samples, seed = newSeed(), updateAccepted: isUpdated = false } = options;
  const request = { cwd: terminal.cwd, paths, config, format, allowsEmptyReasons: isUpdated, release, samples, seed };
  const { project, accepted, changes } = await compareStates({ ...request, against });
  if (isUpdated) {
    const open = updateAccepted(fileOfAccepted(project), changes, accepted);
    terminal.err(`codegen: ${acceptedFile} was written. Write the missing reasons: ${String(open)}\n`);
    return exit.done;
  }
  const today = new Date().toISOString().slice(0, 10);
  for (const warning of paths.length === 0 ? idleEntries(changes, accepted, today) : [])
    terminal.err(`codegen: warning: ${warning}\n`);
  const judged = judgedChanges(changes, accepted, today);
  const result = { against, changes: judged, seed, isPackage: isPackage(against), root: project.root };
  await printResult(result, format, terminal);
  return judged.some(isFailure) ? exit.problems : exit.done;
}

/**
 * Runs `codegen breaking --crd OLD NEW`: compares two states of CustomResourceDefinitions from
 * files. Definitions with the same name are compared. The exit codes are those of `codegen
 * breaking`.
 */
async function breakingCRDs(
  files: readonly string[],
  { format, samples, seed = newSeed() }: BreakingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const [oldFile, newFile, ...more] = files;
  if (oldFile === undefined || newFile === undefined || more.length > 0)
    throw new UsageError("--crd requires two files: codegen breaking --crd old.yaml new.yaml");
  const [old, now] = await Promise.all([readCRDs(oldFile, terminal.cwd), readCRDs(newFile, terminal.cwd)]);
  const problems = [...old.problems, ...now.problems];
  if (problems.length > 0) throw new ProblemsError(problems, terminal.cwd, format, exit.usage);
  if (!old.names.some((name) => now.names.includes(name)))
    throw new UsageError(`${newFile} contains none of the definitions of ${oldFile}: ${old.names.join(", ")}`);
  for (const name of now.names)
    if (!old.names.includes(name)) terminal.err(`codegen: note: ${name} is new in ${newFile}\n`);
  const compared = compareAPIs(old.api, now.api, { unit: "definition" });
  const changes = await withExamples(withoutRepeats(compared), old.api, now.api, { samples, seed });
  const judged = changes.map((change) => ({ change }));
  await printResult({ against: oldFile, changes: judged, seed, isPackage: true, root: terminal.cwd }, format, terminal);
  return judged.some(isFailure) ? exit.problems : exit.done;
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

/** Returns the error of a missing `--against`, with a command that has it. */
function withoutOldState(paths: readonly string[], cwd: string): UsageError {
  const [first = "main", ...others] = paths;
  const isRevision = others.length === 0 && !existsSync(join(cwd, first));
  const { codegen } = packageManagerOf(cwd);
  return new UsageError(
    "--against is required: a git revision, a folder, or a file that npm pack created",
    `run: ${codegen(isRevision ? `breaking --against ${first}` : `breaking ${paths.join(" ")} --against main`)}`,
  );
}
