import { join, resolve } from "node:path";
import { relativePath } from "../../../engine/util/relative-path.js";
import { locateInProject } from "../../../engine/config/locate.js";
import { isIn, resolveProject, type Project, type ResolvedProject } from "../../../engine/config/project.js";
import type { Problem } from "../../../engine/base/problem.js";
import { isPlugAndPlay } from "../../../engine/base/plug-and-play.js";
import { selectGenerators } from "../../../engine/run/select.js";
import { generators as builtIn } from "../../../generators/index.js";
import { exit } from "../exit.js";
import { ProblemsError, UsageError } from "../failure.js";
import type { ReportFormat } from "../report/report.js";
import { fileOfAccepted, readAccepted, type AcceptedChange } from "./accepted.js";
import { compareAPIs } from "./compare/compare-apis.js";
import { withExecutions, withoutExecution } from "./execute/with-executions.js";
import { withoutRepeats, type StateChange } from "./form/change.js";
import { readProject } from "./read/read-project.js";
import { withExamples } from "./samples/find-examples.js";
import { readOldState } from "./state/read-old.js";
import { inTemporaryFolder } from "./state/temporary-state.js";

/** A request to compare a project with an older state. */
export interface StatesRequest {
  /** The older state: a git revision, a folder or an npm package. */
  readonly against: string;
  readonly cwd: string;
  /** Folders to whose types the comparison is limited. Empty: all folders. */
  readonly paths: readonly string[];
  readonly config?: string | undefined;
  /** Format of problems in the types. */
  readonly format: ReportFormat;
  /** True if the reasons of accepted changes may be empty. */
  readonly allowsEmptyReasons: boolean;
  /** Release of the project, such as 1.37, for the rules about removals of deprecated versions. */
  readonly release?: string | undefined;
  /** True to report a change in a shared type once for each kind that uses the type. */
  readonly ofEachKind?: boolean;
  readonly samples: number;
  readonly seed: number;
}

/**
 * The changes of a project since an older state, and the entries of its file with accepted changes.
 */
export interface ComparedStates {
  readonly project: Project;
  readonly accepted: readonly AcceptedChange[];
  readonly changes: readonly StateChange[];
}

/**
 * Compares the API types of a project with an older state. Searches for an example of each change.
 * @throws UsageError if a state or the file with accepted changes cannot be read, or if a path
 * contains no kinds in either state
 * @throws ProblemsError if the types or the configuration have errors
 */
export async function compareStates(request: StatesRequest): Promise<ComparedStates> {
  const resolved = await resolveStates(request);
  if (resolved.kind === "usage") throw new UsageError(resolved.message);
  if (resolved.kind === "problems") throw unreadable(resolved.problems, resolved.root, request);
  const { project } = resolved;
  const accepted = readAccepted(fileOfAccepted(project), request.allowsEmptyReasons);
  const changes = await inTemporaryFolder((folder) => compareIn(folder, project, request));
  return { project, accepted, changes };
}

function unreadable(problems: readonly Problem[], root: string, { format }: StatesRequest): ProblemsError {
  return new ProblemsError(problems, root, format, exit.usage);
}

async function compareIn(folder: string, project: Project, request: StatesRequest): Promise<readonly StateChange[]> {
  const { against, cwd, paths, release, samples, seed } = request;
  if (isPlugAndPlay(project.root)) throw archives();
  const folders = paths.map((path) => relativePath(project.root, resolve(cwd, path)) || ".");
  const { definitions, faults } = await selectGenerators(builtIn, project);
  if (faults.length > 0) throw unreadable(await locateInProject(project, faults), project.root, request);
  const old = await readOldState({ against, cwd, folders, project, definitions, folder: join(folder, "old") });
  if (old.problems !== undefined) throw unreadable(old.problems, project.root, request);
  const now = await readProject(project, definitions);
  if (now.problems !== undefined) throw unreadable(now.problems, project.root, request);
  const kinds = [...old.api.kinds, ...now.api.kinds];
  const unknown = folders.find((path) => !kinds.some((kind) => isIn(kind.folder, [path])));
  if (unknown !== undefined) throw new UsageError(`${unknown} contains no kinds, neither now nor in ${against}`);
  const all = compareAPIs(old.api, now.api, {
    unit: "group",
    ...(release === undefined ? {} : { release }),
    ...(folders.length === 0 ? {} : { isWanted: (path: string) => isIn(path, folders) }),
  });
  const search = { samples, seed };
  const compared = request.ofEachKind === true ? all : withoutRepeats(all);
  const changes = await withExamples(compared, old.api, now.api, search);
  if (isPackage(against)) return withoutExecution(changes, "the code of npm packages is not executed");
  return withExecutions(changes, { old, now, folder }, search);
}

/**
 * Returns the error under Yarn's Plug'n'Play: an old state is read in a temporary folder outside of
 * the project, where Yarn finds no packages.
 */
function archives(): UsageError {
  return new UsageError(
    "codegen breaking does not work with Yarn's Plug'n'Play, because packages are in archives",
    "set nodeLinker: node-modules in .yarnrc.yml, and run yarn install",
  );
}

/** Reports whether an older state is an npm package. The code of npm packages is never executed. */
export function isPackage(against: string): boolean {
  return against.endsWith(".tgz");
}

/**
 * Finds the project. Reads all folders of its configuration, since the types of a kind can be in
 * any folder. Without folders in the configuration, reads the folders of the command line.
 */
async function resolveStates({ paths, cwd, config: configFile }: StatesRequest): Promise<ResolvedProject> {
  const whole = await resolveProject({ cwd, paths: [], configFile });
  return whole.kind === "usage" && paths.length > 0 ? resolveProject({ cwd, paths, configFile }) : whole;
}
