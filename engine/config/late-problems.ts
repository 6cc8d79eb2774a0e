import type { FileSystem } from "../base/file-system.js";
import type { Problem } from "../base/problem.js";
import { locate } from "./locate.js";
import type { Project } from "./project.js";
import type { SettingProblem } from "./settings.js";

/**
 * Returns mistakes that are found only after the types were read, as problems with their line and
 * column. Returns none for a project of which only a part is known.
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
