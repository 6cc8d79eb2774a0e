import type { FileSystem } from "../base/file-system.js";
import type { MarkerDefinitions } from "../markers/definitions.js";
import { Modules } from "./discover/module.js";
import { Files } from "./files.js";
import { LoadFindings } from "./findings.js";
import type { LoadWorkspace } from "./load-workspace.js";
import { Find } from "./lower/find.js";
import { Packages } from "./packages.js";

/**
 * The objects with which one run reads types, and the problems that it has found. Each function
 * receives only the properties that it needs.
 */
export interface Sources {
  readonly files: Files;
  readonly packages: Packages;
  readonly modules: Modules;
  readonly find: Find;
  readonly findings: LoadFindings;
}

/**
 * Creates the objects with which a run reads types.
 * @param root absolute path of the root
 * @param workspace stores the syntax of files for later runs
 */
export function openSources(
  fileSystem: FileSystem,
  root: string,
  definitions: MarkerDefinitions,
  workspace: Pick<LoadWorkspace, "memo">,
): Sources {
  const findings = new LoadFindings();
  const packages = new Packages(fileSystem, root);
  const files = new Files(fileSystem, packages, findings, definitions, workspace);
  const modules = new Modules(files, packages);
  return { files, packages, modules, find: new Find(files, packages), findings };
}
