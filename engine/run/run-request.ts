import type { Project } from "../config/project.js";
import type { Generator } from "../plan/generator.js";
import type { RunWorkspace } from "../incremental/workspace.js";
import type { MarkerDefinition } from "../markers/marker.js";
import type { PluginOrigins } from "../plan/plugin-problem.js";

/** `write` writes the changes; `dry-run` only returns them. */
export type Mode = "write" | "dry-run";

export interface RunRequest {
  readonly project: Project;
  /** The selected generators, in the order of `selectGenerators`. */
  readonly generators: readonly Generator[];
  /** Definitions of all known markers. */
  readonly definitions: readonly MarkerDefinition[];
  /** Paths of the files of custom generators. A change in these files can change the output. */
  readonly generatorFiles?: readonly string[];
  /** Custom generators by name. If one of them fails, the run reports a problem. */
  readonly plugins?: PluginOrigins;
  readonly mode: Mode;
  /**
   * Names of the generators whose files are written; absent for all generators. The other
   * generators are planned too, because the written files refer to their names.
   */
  readonly only?: readonly string[] | undefined;
  /** True if warnings stop the run. */
  readonly strict: boolean;
  /** True if report files are rewritten with the present violations of API rules. */
  readonly updateReport?: boolean;
  /**
   * The version of the runtime that generated code needs. If absent, the installed version is not
   * checked.
   */
  readonly runtime?: string;
  /** Results of earlier runs of this process; none if absent. */
  readonly workspace?: RunWorkspace | undefined;
  /** Called at the start of each stage with the name of the stage. */
  readonly onStage?: (name: string) => void;
}
