import { existsSync } from "node:fs";
import { join } from "node:path";
import { findConfiguration } from "../../engine/config/find.js";
import { isSettings } from "../../engine/config/settings.js";
import { packageManagerOf, type PackageManager } from "../../engine/base/package-manager.js";
import { definitionPath } from "./scaffold/server/paths.js";
import { createExample } from "./create-example.js";
import { exit, type ExitCode } from "./exit.js";
import { unifiedDiff } from "./report/diff.js";
import { apiFiles, type NewApi } from "./scaffold/api.js";
import { linesOf, writeScaffold, type ScaffoldRefusal, type Scaffold } from "./scaffold/files.js";
import { hasScript } from "./scaffold/manifest.js";
import { reportUnwritten } from "./scaffold/report-unwritten.js";
import { groupProblem, kindProblem, versionProblem } from "./scaffold/names.js";
import { versionFiles, type NewVersion } from "./scaffold/version.js";
import type { Terminal } from "./terminal.js";
import { argumentsProblem, misused } from "./usage.js";

/**
 * Runs `codegen create api`: writes the first files of a kind.
 *
 * @param unexpected arguments that do not belong to an option
 */
export async function createApi(
  options: Partial<NewApi>,
  unexpected: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { group, version, kind, namespaced = false, internalHub = false } = options;
  const wrong = argumentsProblem({ "--group": group, "--version": version, "--kind": kind }, unexpected);
  if (wrong !== undefined || group === undefined || version === undefined || kind === undefined)
    return misused(wrong, createExample, terminal);
  const problem = groupProblem(group) ?? versionProblem(version) ?? kindProblem(kind);
  const scaffoldIn = (root: string, base: string): Scaffold | string => {
    const scaffold = problem ?? apiFiles(root, base, { group, version, kind, namespaced, internalHub });
    return typeof scaffold !== "string" && scaffold.files.every(({ path }) => existsSync(join(root, path)))
      ? `${kind} of ${group}/${version} already exists; nothing was written`
      : scaffold;
  };
  return create(
    terminal,
    {
      withoutScripts: ({ codegen }) => `${codegen("create server")}, or ${codegen("init")} for types without a server`,
      withServer: ({ codegen }) => `${codegen("create server")}, which prints the lines to add to the server`,
    },
    scaffoldIn,
  );
}

/**
 * Runs `codegen create version`: writes the files of a new version.
 *
 * @param unexpected arguments that do not belong to an option
 */
export async function createVersion(
  options: Partial<NewVersion>,
  unexpected: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { from, to, group, dryRun = false } = options;
  const wrong = argumentsProblem({ "--from": from, "--to": to }, unexpected);
  if (wrong !== undefined || from === undefined || to === undefined)
    return misused(wrong, "create version --from v1alpha1 --to v1", terminal);
  const problem = versionProblem(from) ?? versionProblem(to);
  const scaffoldIn = (root: string, base: string): Scaffold | ScaffoldRefusal | string =>
    problem ?? versionFiles(root, base, { from, to, group });
  return create(terminal, { withoutScripts: ({ codegen }) => codegen(""), dryRun }, scaffoldIn);
}

interface Creation {
  /** Returns the next command for a user whose project lacks the scripts of `codegen init`. */
  readonly withoutScripts: (manager: PackageManager) => string;
  /** Returns the next command for a user whose project has a server. */
  readonly withServer?: (manager: PackageManager) => string;
  readonly dryRun?: boolean;
}

/** Writes the files and prints the next steps. */
async function create(
  terminal: Terminal,
  { withoutScripts, withServer, dryRun = false }: Creation,
  scaffoldIn: (root: string, base: string) => Scaffold | ScaffoldRefusal | string,
): Promise<ExitCode> {
  const found = findConfiguration(terminal.cwd);
  const scaffold = scaffoldIn(found.root, baseFolder(found.value));
  if (typeof scaffold === "string") {
    terminal.err(`codegen: ${scaffold}\n`);
    return exit.usage;
  }
  if ("refused" in scaffold) {
    terminal.err(`${scaffold.refused}\n`);
    return exit.problems;
  }
  const lines = linesOf(found.root, scaffold, dryRun);
  const problems = dryRun ? [] : await writeScaffold(found.root, scaffold);
  if (problems.length > 0) return reportUnwritten(terminal, problems);
  const diffs = (scaffold.edits ?? []).map((edit) => unifiedDiff(edit, terminal.colour));
  const { note, next, byHand } = scaffold;
  const manager = packageManagerOf(found.root);
  const generate = hasScript(found.root, "generate") ? manager.run("generate") : withoutScripts(manager);
  const command =
    withServer !== undefined && existsSync(join(found.root, definitionPath)) ? withServer(manager) : generate;
  terminal.out(
    [
      `${lines.join("\n")}\n`,
      ...(diffs.length === 0 ? [] : [diffs.join("")]),
      ...(note === undefined ? [] : [`${note}\n`]),
      `Next: ${next}, then ${command}\n`,
      ...(byHand === undefined ? [] : [`Then change by hand:\n${byHand.map((place) => `  ${place}\n`).join("")}`]),
      ...(dryRun ? ["Nothing was written (--dry-run).\n"] : []),
    ].join("\n"),
  );
  return exit.done;
}

/**
 * Returns the folder for new groups: the first configured folder that is not a glob, or else
 * `apis`.
 */
function baseFolder(settings: unknown): string {
  const paths = isSettings(settings) ? (settings.paths ?? []) : [];
  return (
    paths
      .map((path) => path.replaceAll("\\", "/").replace(/^\.\/|\/+$/g, ""))
      .find((path) => !/[*?[\]{}!]/.test(path)) ?? "apis"
  );
}
