import type { Project } from "../config/project.js";
import type { Generator } from "../plan/generator.js";
import type { RunWorkspace } from "../incremental/workspace.js";
import type { MarkerDefinition } from "../markers/marker.js";
import type { PluginOrigins } from "../plan/plugin-problem.js";

/** `write` writes the changes, and `dry-run` only returns them. */
export type Mode = "write" | "dry-run";

export interface RunRequest {
  readonly project: Project;
  /** The selected generators, in the order of `selectGenerators`. */
  readonly generators: readonly Generator[];
  /** Definitions of all known markers. */
  readonly definitions: readonly MarkerDefinition[];
  /**
   * Paths of the files of custom generators, relative to the root. A change of one of these files
   * can change the output.
   */
  readonly generatorFiles?: readonly string[];
  /**
   * Modules of the custom generators, by generator name. If one of these generators fails, the run
   * reports a problem.
   */
  readonly plugins?: PluginOrigins;
  readonly mode: Mode;
  /**
   * Names of the generators whose files are written; default: all. The other generators are planned
   * too, because the written files refer to names in their files.
   */
  readonly only?: readonly string[] | undefined;
  /** True if warnings stop the run. */
  readonly strict: boolean;
  /** True if report files are updated with the present violations of API rules. */
  readonly updateReport?: boolean;
  /**
   * The version of the runtime that generated code needs. If absent, the installed version is not
   * checked.
   */
  readonly runtime?: string;
  /** Results of earlier runs of this process; default: none. */
  readonly workspace?: RunWorkspace | undefined;
  /** Called at the start of each stage with the name of the stage. */
  readonly onStage?: (name: string) => void;
}
