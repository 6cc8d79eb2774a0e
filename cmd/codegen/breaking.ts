import { readdirSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { locateInProject } from "../../engine/config/locate.js";
import { isIn, resolveProject, type Project, type ResolvedProject } from "../../engine/config/project.js";
import { selectGenerators } from "../../engine/select.js";
import type { Problem } from "../../engine/problem.js";
import { generators as builtIn } from "../../generators/index.js";
import { acceptanceOf, acceptedFile, idleEntries, readAccepted, updateAccepted } from "./breaking/accepted.js";
import { compareAPIs } from "./breaking/compare/compare-apis.js";
import type { Change } from "./breaking/form/change.js";
import { acceptsText } from "./breaking/read/accepts-text.js";
import { readProject } from "./breaking/read/read-project.js";
import { newSeed } from "./breaking/samples/random.js";
import { withExamples } from "./breaking/samples/find-examples.js";
import { withExecutions, withoutExecution } from "./breaking/execute/with-executions.js";
import { isFailure, printResult, unreadable, usage } from "./breaking/print.js";
import { isFolder } from "./breaking/state/folder.js";
import { readOldState, type Fault, type OldStateRequest } from "./breaking/state/read-old.js";
import { inTemporaryFolder } from "./breaking/state/temporary-state.js";
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
 * exit code is 1 if a breaking change is not accepted, and 2 if a state cannot be read.
 */
export async function breaking(
  paths: readonly string[],
  options: BreakingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { against, crd, format } = options;
  if (crd === true) {
    if (against !== undefined)
      return usage(terminal, { fault: "--crd compares two files, so it cannot have --against" });
    const { breakingCRDs } = await import("./breaking-crds.js");
    return breakingCRDs(paths, options, terminal);
  }
  const hidden = hiddenFolder(terminal.cwd);
  if (hidden !== undefined) terminal.err(`codegen: note: ${hidden}\n`);
  if (options.updateAccepted === true && paths.length > 0)
    return usage(terminal, { fault: "--update-accepted compares all kinds, so it cannot have paths" });
  if (against === undefined)
    return usage(terminal, { fault: "--against is required: a git revision, a folder or a file of npm pack" });
  const resolved = await resolveStates(paths, terminal.cwd, options.config);
  if (resolved.kind === "usage") return usage(terminal, { fault: resolved.message });
  if (resolved.kind === "problems") return unreadable(resolved.problems, resolved.root, format, terminal);
  const { project } = resolved;
  const accepted = readAccepted(fileOfAccepted(project), options.updateAccepted === true);
  if (accepted.fault !== undefined) return usage(terminal, accepted);
  const folders = paths.map((path) => relative(project.root, resolve(terminal.cwd, path)).split(sep).join("/") || ".");
  const { definitions, faults } = await selectGenerators(builtIn, project);
  if (faults.length > 0) return unreadable(await locateInProject(project, faults), project.root, format, terminal);
  const request = { against, cwd: terminal.cwd, folders, project, definitions };
  const compared = await inTemporaryFolder((folder) => compareStates({ ...request, folder }, options));
  if ("fault" in compared) return usage(terminal, compared);
  if ("problems" in compared) return unreadable(compared.problems, project.root, format, terminal);
  const { changes, seed } = compared;
  const finished = { seed, project, entries: accepted.entries, against, isWhole: paths.length === 0 };
  return finish(changes, finished, options, terminal);
}

type Compared =
  | { readonly changes: readonly Change[]; readonly seed: number }
  | { readonly problems: readonly Problem[] }
  | Fault;

/** Reads both states and compares them. */
async function compareStates(request: OldStateRequest, options: BreakingOptions): Promise<Compared> {
  const { against, folder, folders, project, definitions } = request;
  const old = await readOldState({ ...request, folder: join(folder, "old") });
  if ("fault" in old) return old;
  if (old.problems !== undefined) return { problems: old.problems };
  const now = await readProject(project, definitions);
  if (now.problems !== undefined) return { problems: now.problems };
  const { release, samples, seed = newSeed() } = options;
  const compared = compareAPIs(old.api, now.api, {
    accepts: acceptsText,
    unit: "group",
    ...(release === undefined ? {} : { release }),
    ...(folders.length === 0 ? {} : { isWanted: (path: string) => isIn(path, folders) }),
  });
  const unknown = folders.find(
    (path) => ![...old.api.kinds, ...now.api.kinds].some((kind) => isIn(kind.folder, [path])),
  );
  if (unknown !== undefined) return { fault: `${unknown} has no kinds, and had none in ${against}` };
  const search = { accepts: acceptsText, samples, seed };
  const changes = await withExamples(compared, old.api, now.api, search);
  if (isPackage(against)) return { changes: withoutExecution(changes, "code of a package is not executed"), seed };
  return { changes: await withExecutions(changes, { old, now, folder }, search), seed };
}

/** Returns a note if a folder with the name of the command has types. */
function hiddenFolder(cwd: string): string | undefined {
  const name = "breaking";
  const folder = join(cwd, name);
  const files = isFolder(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const hasTypes = files.some((path) => /(^|[\\/])(types|doc)\.ts$/.test(path));
  return hasTypes ? `${name} is a command; the folder with API types is ./${name}` : undefined;
}

/**
 * Finds the project. All its folders are read, since the types of a kind can be anywhere; folders
 * of the command line are read if the configuration names none.
 */
async function resolveStates(
  paths: readonly string[],
  cwd: string,
  configFile: string | undefined,
): Promise<ResolvedProject> {
  const whole = await resolveProject({ cwd, paths: [], configFile });
  return whole.kind === "usage" && paths.length > 0 ? resolveProject({ cwd, paths, configFile }) : whole;
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
  changes: readonly Change[],
  { project, entries, against, seed, isWhole }: Finished,
  options: BreakingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (options.updateAccepted === true) {
    const open = updateAccepted(fileOfAccepted(project), changes, entries);
    terminal.err(`codegen: ${acceptedFile} was written; ${String(open)} of its reasons must be filled in\n`);
    return exit.done;
  }
  const today = new Date().toISOString().slice(0, 10);
  for (const warning of isWhole ? idleEntries(changes, entries, today) : [])
    terminal.err(`codegen: warning: ${warning}\n`);
  const judged = changes.map((change) => {
    const entry = acceptanceOf(change, entries, today);
    return entry === undefined ? { change } : { change, accepted: entry };
  });
  await printResult(
    { against, changes: judged, seed, isPackage: isPackage(against), root: project.root },
    options.format,
    terminal,
  );
  return judged.some(isFailure) ? exit.problems : exit.done;
}

function isPackage(against: string): boolean {
  return against.endsWith(".tgz");
}

/** The file is beside the configuration that was used. */
function fileOfAccepted({ root, configFile }: Project): string {
  return join(configFile === undefined ? root : dirname(join(root, configFile)), acceptedFile);
}
