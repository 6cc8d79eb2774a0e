import { join, relative, resolve, sep } from "node:path";
import { locateInProject } from "../../../engine/config/locate.js";
import { isIn, resolveProject, type Project, type ResolvedProject } from "../../../engine/config/project.js";
import type { Problem } from "../../../engine/base/problem.js";
import { isPlugAndPlay } from "../../../engine/base/plug-and-play.js";
import { selectGenerators } from "../../../engine/run/select.js";
import { generators as builtIn } from "../../../generators/index.js";
import { compareAPIs } from "./compare/compare-apis.js";
import { withExecutions, withoutExecution } from "./execute/with-executions.js";
import { withoutRepeats, type StateChange } from "./form/change.js";
import { acceptsText } from "./read/accepts-text.js";
import { readProject } from "./read/read-project.js";
import { withExamples } from "./samples/find-examples.js";
import { readOldState, type StateProblem } from "./state/read-old.js";
import { inTemporaryFolder } from "./state/temporary-state.js";

/** A request to compare a project with an older state. */
export interface StatesRequest {
  readonly project: Project;
  /** The older state: a git revision, a folder or an npm package. */
  readonly against: string;
  readonly cwd: string;
  /** Folders to whose types the comparison is limited. Empty: all folders. */
  readonly paths: readonly string[];
  /** Release of the project, such as 1.37, for the rules about removals of deprecated versions. */
  readonly release?: string | undefined;
  /** True to report a change in a shared type once for each kind that uses the type. */
  readonly ofEachKind?: boolean;
  readonly samples: number;
  readonly seed: number;
}

type Compared = { readonly changes: readonly StateChange[] } | { readonly problems: readonly Problem[] } | StateProblem;

/**
 * Compares the API types of a project with an older state. Searches for an example of each change.
 */
export function compareStates(request: StatesRequest): Promise<Compared> {
  return inTemporaryFolder((folder) => compareIn(folder, request));
}

async function compareIn(folder: string, request: StatesRequest): Promise<Compared> {
  const { project, against, cwd, paths, release, samples, seed } = request;
  if (isPlugAndPlay(project.root)) return archives;
  const folders = paths.map((path) => relative(project.root, resolve(cwd, path)).split(sep).join("/") || ".");
  const { definitions, faults } = await selectGenerators(builtIn, project);
  if (faults.length > 0) return { problems: await locateInProject(project, faults) };
  const old = await readOldState({ against, cwd, folders, project, definitions, folder: join(folder, "old") });
  if ("fault" in old) return old;
  if (old.problems !== undefined) return { problems: old.problems };
  const now = await readProject(project, definitions);
  if (now.problems !== undefined) return { problems: now.problems };
  const kinds = [...old.api.kinds, ...now.api.kinds];
  const unknown = folders.find((path) => !kinds.some((kind) => isIn(kind.folder, [path])));
  if (unknown !== undefined) return { fault: `${unknown} contains no kinds, neither now nor in ${against}` };
  const all = compareAPIs(old.api, now.api, {
    accepts: acceptsText,
    unit: "group",
    ...(release === undefined ? {} : { release }),
    ...(folders.length === 0 ? {} : { isWanted: (path: string) => isIn(path, folders) }),
  });
  const search = { accepts: acceptsText, samples, seed };
  const compared = request.ofEachKind === true ? all : withoutRepeats(all);
  const changes = await withExamples(compared, old.api, now.api, search);
  if (isPackage(against)) return { changes: withoutExecution(changes, "the code of npm packages is not executed") };
  return { changes: await withExecutions(changes, { old, now, folder }, search) };
}

/**
 * The problem under Yarn's Plug'n'Play: an old state is read in a temporary folder outside of the
 * project, where Yarn finds no packages.
 */
const archives: StateProblem = {
  fault: "codegen breaking does not work with Yarn's Plug'n'Play, because packages are in archives",
  hint: "set nodeLinker: node-modules in .yarnrc.yml, and run yarn install",
};

/** Reports whether an older state is an npm package. The code of npm packages is never executed. */
export function isPackage(against: string): boolean {
  return against.endsWith(".tgz");
}

/**
 * Finds the project. Reads all folders of its configuration, since the types of a kind can be in
 * any folder. Without folders in the configuration, reads the folders of the command line.
 */
export async function resolveStates(
  paths: readonly string[],
  cwd: string,
  configFile: string | undefined,
): Promise<ResolvedProject> {
  const whole = await resolveProject({ cwd, paths: [], configFile });
  return whole.kind === "usage" && paths.length > 0 ? resolveProject({ cwd, paths, configFile }) : whole;
}
