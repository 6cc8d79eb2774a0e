import { resolveProject, type Project, type ProjectRequest } from "../../engine/config/project.js";
import type { Problem } from "../../engine/base/problem.js";
import { runProject, type RunResult } from "../../engine/run/run.js";
import { selectGenerators, type SelectedGenerators } from "../../engine/run/select.js";
import { generators as builtIn } from "../../generators/index.js";
import { ProblemsError, UsageError } from "./failure.js";
import type { Terminal } from "./terminal.js";

/**
 * Returns the project that a command line selects.
 * @throws UsageError if the command line selects no project
 * @throws ProblemsError if the configuration has problems
 */
export async function openProject(request: ProjectRequest): Promise<Project> {
  const resolved = await resolveProject(request);
  if (resolved.kind === "usage") throw new UsageError(resolved.message);
  if (resolved.kind === "problems") throw new ProblemsError(resolved.problems, resolved.root);
  return resolved.project;
}

/** Options of the commands that print a page, in the form in which commander passes them. */
export interface PageOptions {
  readonly format: "text" | "json" | "markdown";
  readonly config?: string;
}

/**
 * Returns the generators of the project. Outside of a project, and with a faulty configuration,
 * returns the generators of codegen.
 */
export async function knownGenerators({ config }: PageOptions, { cwd }: Terminal): Promise<SelectedGenerators> {
  const resolved = await resolveProject({ cwd, paths: ["."], configFile: config });
  return selectGenerators(builtIn, resolved.kind === "project" ? resolved.project : { root: cwd, settings: {} });
}

/**
 * Plans the files of a generator, but does not print or write them.
 * @param needed names of the generators that must run for the plan. Default: all generators
 */
export async function planProject(
  project: Project,
  generator: string,
  needed?: readonly string[],
): Promise<RunResult & { readonly errors: readonly Problem[] }> {
  const { definitions } = await selectGenerators(builtIn, project);
  const found = await runProject({
    project,
    generators: needed === undefined ? builtIn : builtIn.filter(({ name }) => needed.includes(name)),
    definitions,
    mode: "dry-run",
    only: [generator],
    strict: false,
  });
  return { ...found, errors: found.problems.filter(({ severity }) => severity === "error") };
}

/** Returns the views of the files that a generator has planned. */
export function viewsOf({ plan }: Pick<RunResult, "plan">, generator: string): readonly unknown[] {
  return plan.flatMap((planned) => (planned.generator.name === generator ? [planned.file.view] : []));
}
