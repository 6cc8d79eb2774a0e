import { posix } from "node:path";
import { optionFolders } from "../config/options.js";
import { isIn } from "../config/project.js";
import type { LoadWorkspace } from "../load/load-workspace.js";
import type { FileSystem } from "../base/file-system.js";
import { findPackages } from "../load/discover/find-packages.js";
import { buildModel, readSyntax, type Loaded } from "../load/load.js";
import type { Problem } from "../base/problem.js";
import type { RunRequest } from "./run-request.js";
import type { Stages } from "../base/stages.js";
import { withoutGenerated } from "../write/without-generated.js";

/**
 * Reads files into types, and types into the model. The syntax of the files is released afterwards,
 * unless the workspace stores it.
 */
export async function readModel(
  { project: { root, folders, others = [], settings }, generators, definitions }: RunRequest,
  stages: Stages,
  disk: FileSystem,
  workspace: LoadWorkspace,
): Promise<Loaded> {
  const { problems, targets, syntax } = await stages.run("load", () => {
    const fileSystem = withoutGenerated(disk);
    const found = findPackages(root, folders, fileSystem);
    const targets = new Set(found.packages);
    const isOther = (id: string): boolean => !targets.has(id);
    const candidates = findPackages(root, others, fileSystem).packages.filter(isOther);
    const named = optionFolders(generators, settings.options).filter(isOther);
    const request = { root, targets: found.packages, others: named, candidates, definitions, fileSystem, workspace };
    return { problems: found.problems, targets, syntax: readSyntax(request) };
  });
  const model = await stages.run("model", () => buildModel(syntax));
  // A warning about a folder is reported only if the command line names that folder.
  const isOfOthers = ({ severity, position }: Problem): boolean =>
    severity !== "error" && !targets.has(posix.dirname(position.file)) && isIn(posix.dirname(position.file), others);
  // A folder without API types is read if other folders refer to its types. In that case, a warning
  // that the folder's markers are not read would be wrong.
  const isRead = ({ code, position: { file } }: Problem): boolean =>
    code === "load/unread-markers" &&
    file.endsWith(".ts") &&
    model.universe.packages[posix.dirname(file)] !== undefined;
  return {
    ...model,
    problems: [
      ...problems.filter((problem) => !isRead(problem)),
      ...model.problems.filter((problem) => others.length === 0 || !isOfOthers(problem)),
    ],
  };
}
