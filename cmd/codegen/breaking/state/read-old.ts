import { existsSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { resolveProject, type Project } from "../../../../engine/config/project.js";
import type { MarkerDefinition } from "../../../../engine/markers/marker.js";
import { readProject, type ReadProject } from "../read/read-project.js";
import { UsageError } from "../../failure.js";
import { filesOfFolder, type StateFile } from "./files.js";
import { filesOfCommit, findRevision, pathInRepository } from "./git.js";
import { filesOfTarball } from "./tarball.js";
import { linkModules, writeState } from "./temporary-state.js";

/** A request to read the old state that the command line names. */
export interface OldStateRequest {
  /** The old state: a git revision, a folder or an npm package. */
  readonly against: string;
  readonly cwd: string;
  /** Folders of the command line, relative to the root of the project. */
  readonly folders: readonly string[];
  /** The current project. */
  readonly project: Project;
  readonly definitions: readonly MarkerDefinition[];
  /** An existing folder, into which the files of the state are copied. */
  readonly folder: string;
}

/** The files of an old state, and the folder that contains the project. */
interface Source {
  readonly files: Iterable<StateFile>;
  /** Path of the project in the state; empty if the project is the whole state. */
  readonly path: string;
  /** Folder of the current project that corresponds to the root of the state. */
  readonly present: string;
}

/**
 * Reads the API of an old state, without a change to the working tree.
 * @throws UsageError if the state cannot be read or has no API types
 */
export async function readOldState(request: OldStateRequest): Promise<ReadProject> {
  const { files, path, present } = sourceOf(request);
  const { folder } = request;
  try {
    writeState(folder, files);
    linkModules(folder, present);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    throw new UsageError(`the old state cannot be copied: ${error.message}`);
  }
  const root = join(folder, path);
  if (!existsSync(root)) throw new UsageError(`${request.against} has no folder ${path}`);
  return readIn(root, request);
}

function sourceOf({ against, cwd, project: { root } }: OldStateRequest): Source {
  const path = resolve(cwd, against);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return { files: filesOfFolder(realpathSync(path)), path: "", present: root };
  if (found !== undefined) return { files: filesOfTarball(path), path: "", present: root };
  if (/^[./]/.test(against))
    throw new UsageError(
      `${against} does not exist`,
      "a path that begins with . or / is a folder or a file; a git revision does not begin with . or /",
    );
  const revision = findRevision(root, against);
  return { files: filesOfCommit(revision), path: pathInRepository(revision, root), present: revision.top };
}

async function readIn(root: string, { against, folders, project, definitions }: OldStateRequest): Promise<ReadProject> {
  const withoutTypes = (reason: string): UsageError => new UsageError(`${against} has no API types: ${reason}`);
  const request = { cwd: root, paths: [], ...configOf(root, project) };
  const configured = await resolveProject(request);
  const known = folders.filter((folder) => existsSync(join(root, folder)));
  // Without a configuration, the folders of the command line are read. If none of them exists in
  // the old state, the whole state is read.
  const paths = known.length > 0 ? known : ["."];
  const resolved = configured.kind === "usage" ? await resolveProject({ ...request, paths }) : configured;
  if (resolved.kind === "usage") {
    const [reason = ""] = resolved.message.split("\n");
    throw withoutTypes(reason);
  }
  const read = resolved.kind === "problems" ? resolved : await readProject(resolved.project, definitions);
  const [problem] = read.problems ?? [];
  if (problem?.code === "load/no-package") throw withoutTypes(problem.hint ?? "");
  if (read.problems !== undefined)
    return { problems: read.problems.map((one) => ({ ...one, message: `in ${against}: ${one.message}` })) };
  if (read.api.kinds.length === 0) throw withoutTypes("its folders contain no kinds");
  return read;
}

/**
 * Returns the configuration file in the old state that has the path of the current configuration
 * file, if the file exists.
 */
function configOf(root: string, { configFile }: Project): { readonly configFile?: string } {
  if (configFile === undefined || configFile === "package.json") return {};
  const file = join(root, configFile);
  return existsSync(file) ? { configFile: file } : {};
}
