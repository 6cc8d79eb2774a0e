import { resolve } from "node:path";
import { relativePath } from "../../engine/util/relative-path.js";
import { isInProject } from "../../engine/util/is-in-project.js";
import type { Project, ResolvedProject } from "../../engine/config/project.js";

/**
 * Returns a project in which the report file from the command line replaces the option
 * `reportFilename` of the generator openapi, or a message about an incorrect command line.
 *
 * @param named path from `--report-filename`. It replaces the configured path
 * @param isUpdated true if the command line contains `--update-report`
 */
export function withReportFile(
  project: Project,
  cwd: string,
  named: string | undefined,
  isUpdated: boolean,
): ResolvedProject {
  const { root, settings } = project;
  const { options = {} } = settings;
  if (named === undefined) {
    if (!isUpdated || options["openapi"]?.["reportFilename"] !== undefined) return { kind: "project", project };
    const ways = `--report-filename, or {"options": {"openapi": {"reportFilename": "api-violations.list"}}}`;
    return { kind: "usage", message: `--update-report requires the name of a report file: ${ways}` };
  }
  const reportFilename = relativePath(root, resolve(cwd, named));
  if (named === "" || !isInProject(reportFilename))
    return { kind: "usage", message: `--report-filename: ${named} must be a file in the project ${root}` };
  const openapi = { ...options["openapi"], reportFilename };
  return { kind: "project", project: { ...project, settings: { ...settings, options: { ...options, openapi } } } };
}
