import { existsSync } from "node:fs";
import { join } from "node:path";
import { findConfiguration } from "../../engine/config/find.js";
import { isSettings } from "../../engine/config/settings.js";
import { packageManagerOf, type PackageManager } from "../../engine/base/package-manager.js";
import { createExample, definitionPath } from "./scaffold/paths.js";
import { exit, type ExitCode } from "./exit.js";
import { UsageError } from "./failure.js";
import { unifiedDiff } from "./report/diff.js";
import { apiFiles, type NewApi } from "./scaffold/api.js";
import { linesOf, writeScaffold, type Scaffold } from "./scaffold/files.js";
import { hasScript } from "./scaffold/manifest.js";
import { groupProblem, kindProblem, versionProblem } from "./scaffold/names.js";
import { versionFiles, type NewVersion } from "./scaffold/version.js";
import type { Terminal } from "./terminal.js";
import { requireOptions } from "./usage.js";

/**
 * Runs `codegen create api`: writes the first files of a kind.
 *
 * @param unexpected arguments that do not belong to an option
 */
export async function createApi(
  unexpected: readonly string[],
  options: Partial<NewApi>,
  terminal: Terminal,
): Promise<ExitCode> {
  const required = ["group", "version", "kind"] as const;
  const given = requireOptions(options, required, unexpected, createExample, terminal);
  const { group, version, kind, namespaced = false, internalHub = false } = given;
  refuse(groupProblem(group) ?? versionProblem(version) ?? kindProblem(kind));
  return create(terminal, {
    scaffoldIn: (root, base) => apiFiles(root, base, { group, version, kind, namespaced, internalHub }),
    withoutScripts: ({ codegen }) => `${codegen("create server")}, or ${codegen("init")} for types without a server`,
    withServer: ({ codegen }) => `${codegen("create server")}, which prints the lines to add to the server`,
  });
}

/**
 * Runs `codegen create version`: writes the files of a new version.
 *
 * @param unexpected arguments that do not belong to an option
 */
export async function createVersion(
  unexpected: readonly string[],
  options: Partial<NewVersion>,
  terminal: Terminal,
): Promise<ExitCode> {
  const example = "create version --from v1alpha1 --to v1";
  const { from, to, group, dryRun } = requireOptions(options, ["from", "to"], unexpected, example, terminal);
  refuse(versionProblem(from) ?? versionProblem(to));
  return create(terminal, {
    scaffoldIn: (root, base) => versionFiles(root, base, { from, to, group }),
    withoutScripts: ({ codegen }) => codegen(""),
    dryRun,
  });
}

/** @throws UsageError if an argument has a problem */
function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new UsageError(problem);
}

interface Creation {
  /** Returns the files, by the root of the project and the folder for new groups. */
  readonly scaffoldIn: (root: string, base: string) => Scaffold;
  /** Returns the next command for a user whose project lacks the scripts of `codegen init`. */
  readonly withoutScripts: (manager: PackageManager) => string;
  /** Returns the next command for a user whose project has a server. */
  readonly withServer?: (manager: PackageManager) => string;
  readonly dryRun?: boolean | undefined;
}

/** Writes the files and prints the next steps. */
async function create(
  terminal: Terminal,
  { scaffoldIn, withoutScripts, withServer, dryRun = false }: Creation,
): Promise<ExitCode> {
  const found = findConfiguration(terminal.cwd);
  const scaffold = scaffoldIn(found.root, baseFolder(found.value));
  const lines = linesOf(found.root, scaffold, dryRun);
  if (!dryRun) await writeScaffold(found.root, scaffold);
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
