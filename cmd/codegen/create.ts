import { existsSync } from "node:fs";
import { join } from "node:path";
import { findConfiguration } from "../../engine/config/find.js";
import { isSettings } from "../../engine/config/settings.js";
import { exit, type ExitCode } from "./exit.js";
import { unifiedDiff } from "./report/diff.js";
import { apiFiles, type NewApi } from "./scaffold/api.js";
import { linesOf, writeScaffold, type Refusal, type Scaffold } from "./scaffold/files.js";
import { hasScript } from "./scaffold/manifest.js";
import { reportUnwritten } from "./scaffold/report-unwritten.js";
import { faultOfGroup, faultOfKind, faultOfVersion } from "./scaffold/names.js";
import { versionFiles, type NewVersion } from "./scaffold/version.js";
import type { Terminal } from "./terminal.js";

/** Example arguments for a first `codegen create api`. */
export const createExample = "create api --group restaurant.example.com --version v1alpha1 --kind Pizza --namespaced";

/** Runs `codegen create api`. */
export async function createApi(options: Partial<NewApi>, terminal: Terminal): Promise<ExitCode> {
  const { group, version, kind, namespaced = false, internalHub = false } = options;
  if (group === undefined || version === undefined || kind === undefined)
    return incomplete({ "--group": group, "--version": version, "--kind": kind }, createExample, terminal);
  const fault = faultOfGroup(group) ?? faultOfVersion(version) ?? faultOfKind(kind);
  const scaffoldIn = (root: string, base: string): Scaffold | string =>
    fault ?? apiFiles(root, base, { group, version, kind, namespaced, internalHub });
  const withoutScripts = "npx --no codegen create server, or npx --no codegen init for types without a server";
  return create(terminal, { what: `${kind} of ${group}/${version}`, withoutScripts }, scaffoldIn);
}

/** Runs `codegen create version`. */
export async function createVersion(options: Partial<NewVersion>, terminal: Terminal): Promise<ExitCode> {
  const { from, to, group, dryRun = false } = options;
  if (from === undefined || to === undefined)
    return incomplete({ "--from": from, "--to": to }, "create version --from v1alpha1 --to v1", terminal);
  const fault = faultOfVersion(from) ?? faultOfVersion(to);
  const scaffoldIn = (root: string, base: string): Scaffold | Refusal | string =>
    fault ?? versionFiles(root, base, { from, to, group });
  return create(terminal, { what: to, withoutScripts: "npx --no codegen", dryRun }, scaffoldIn);
}

/** Reports all missing options in one message. */
function incomplete(
  options: { readonly [name: string]: string | undefined },
  example: string,
  terminal: Terminal,
): ExitCode {
  const missing = Object.keys(options).filter((name) => options[name] === undefined);
  terminal.err(`codegen: missing ${missing.join(", ")}, as in:\n  npx --no codegen ${example}\n`);
  return exit.usage;
}

interface Creation {
  /**
   * The subject of the message `… exists already`. The message is printed if all files exist
   * already.
   */
  readonly what: string;
  /**
   * The command that the user needs next if the project does not have the scripts of `codegen
   * init`.
   */
  readonly withoutScripts: string;
  readonly dryRun?: boolean;
}

/** Writes the files and prints the next steps. */
async function create(
  terminal: Terminal,
  { what, withoutScripts, dryRun = false }: Creation,
  scaffoldIn: (root: string, base: string) => Scaffold | Refusal | string,
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
  if (scaffold.files.every(({ path }) => existsSync(join(found.root, path)))) {
    terminal.err(`codegen: ${what} exists already: nothing was written\n`);
    return exit.problems;
  }
  const lines = linesOf(found.root, scaffold, dryRun);
  const problems = dryRun ? [] : await writeScaffold(found.root, scaffold);
  if (problems.length > 0) return reportUnwritten(terminal, problems);
  const diffs = (scaffold.edits ?? []).map((edit) => unifiedDiff(edit, terminal.colour));
  const { note, next, byHand } = scaffold;
  terminal.out(
    [
      `${lines.join("\n")}\n`,
      ...(diffs.length === 0 ? [] : [diffs.join("")]),
      ...(note === undefined ? [] : [`${note}\n`]),
      `Next: ${next}, then ${hasScript(found.root, "generate") ? "npm run generate" : withoutScripts}\n`,
      ...(byHand === undefined ? [] : [`Then change by hand:\n${byHand.map((place) => `  ${place}\n`).join("")}`]),
      ...(dryRun ? ["Nothing was written (--dry-run).\n"] : []),
    ].join("\n"),
  );
  return exit.done;
}

/** Returns the folder for groups: the first configured folder that is not a glob, or `apis`. */
function baseFolder(settings: unknown): string {
  const paths = isSettings(settings) ? (settings.paths ?? []) : [];
  return (
    paths
      .map((path) => path.replaceAll("\\", "/").replace(/^\.\/|\/+$/g, ""))
      .find((path) => !/[*?[\]{}!]/.test(path)) ?? "apis"
  );
}
