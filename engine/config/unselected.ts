import type { Generator } from "../plan/generator.js";
import type { Problem } from "../base/problem.js";
import type { FileChange } from "../base/change.js";
import { locateInProject } from "./locate.js";
import type { Project } from "./project.js";
import { configProblems } from "./problem-codes.js";

/**
 * Reports files that the run removes because the configured list of generators does not contain the
 * generator of these files.
 */
export async function unselected(
  project: Project,
  generators: readonly Generator[],
  changes: readonly FileChange[],
): Promise<readonly Problem[]> {
  if (project.settings.generators === undefined) return [];
  const selected = new Set(generators.map(({ name }) => name));
  const others = changes.filter(({ action, generator }) => action === "remove" && !selected.has(generator));
  if (others.length === 0) return [];
  const names = [...new Set(others.map(({ generator }) => generator))].sort();
  const message = `"generators" does not contain ${names.join(", ")}, so ${others.length === 1 ? "1 generated file is" : `${others.length} generated files are`} removed`;
  return locateInProject(project, [
    { path: ["generators"], at: "key", ...configProblems.is("config/generators"), message },
  ]);
}
