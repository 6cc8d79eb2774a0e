import type { FileSystem } from "../base/file-system.js";
import type { Problem } from "../base/problem.js";
import { locate } from "./locate.js";
import type { Project } from "./project.js";
import type { SettingProblem } from "./settings.js";

/**
 * Returns mistakes in the configuration that are found only after the types were read, as problems
 * with line and column. Returns an empty list if only a part of the project's folders is known, or
 * if the project has no configuration file.
 */
export async function locateLate(
  { configFile, partial }: Pick<Project, "configFile" | "partial">,
  reasons: readonly SettingProblem[],
  disk: FileSystem,
): Promise<readonly Problem[]> {
  if (reasons.length === 0 || configFile === undefined || partial === true) return [];
  const text = disk.read(configFile)?.replace(/^\uFEFF/, "") ?? "{}";
  return locate(configFile, text, reasons, configFile.endsWith("package.json") ? ["codegen"] : []);
}
