import { findConfiguration } from "../../engine/config/find.js";
import { isSettings } from "../../engine/config/settings.js";
import { exit, type ExitCode } from "./exit.js";
import { apiFiles, type NewApi } from "./scaffold/api.js";
import { layOut, type NewFile } from "./scaffold/files.js";
import { faultOfGroup, faultOfKind, faultOfVersion } from "./scaffold/names.js";
import { versionFiles, type NewVersion } from "./scaffold/version.js";
import type { Terminal } from "./terminal.js";

/** Arguments for a first `codegen create api`, as an example. */
export const createExample = "create api --group restaurant.example.com --version v1alpha1 --kind Pizza --namespaced";

/** Runs `codegen create api`. */
export function createApi(options: Partial<NewApi>, terminal: Terminal): ExitCode {
  const { group, version, kind, namespaced = false } = options;
  if (group === undefined || version === undefined || kind === undefined)
    return incomplete({ "--group": group, "--version": version, "--kind": kind }, createExample, terminal);
  const fault = faultOfGroup(group) ?? faultOfVersion(version) ?? faultOfKind(kind);
  const filesIn = (root: string, base: string): NewFile[] | string =>
    fault ?? apiFiles(root, base, { group, version, kind, namespaced });
  return create(terminal, `${kind} of ${group}/${version}`, filesIn, (where) => `fill in the types${where}`);
}

/** Runs `codegen create version`. */
export function createVersion(options: Partial<NewVersion>, terminal: Terminal): ExitCode {
  const { from, to, group } = options;
  if (from === undefined || to === undefined)
    return incomplete({ "--from": from, "--to": to }, "create version --from v1alpha1 --to v1", terminal);
  const fault = faultOfVersion(from) ?? faultOfVersion(to);
  const filesIn = (root: string, base: string): NewFile[] | string =>
    fault ?? versionFiles(root, base, { from, to, group });
  return create(terminal, to, filesIn, (where) => `change the types${where}, and the types of the hub in the same way`);
}

/** Reports all missing options at once. */
function incomplete(
  options: { readonly [name: string]: string | undefined },
  example: string,
  terminal: Terminal,
): ExitCode {
  const missing = Object.keys(options).filter((name) => options[name] === undefined);
  terminal.err(`codegen: missing ${missing.join(", ")}, as in:\n  npx --no codegen ${example}\n`);
  return exit.usage;
}

/**
 * Writes the files and prints the next steps.
 *
 * @param what the subject of the message if all files exist already
 * @param next returns the next step. Its argument is empty, or names the new files of types: ` in
 * apis/x/types.ts`
 */
function create(
  terminal: Terminal,
  what: string,
  filesIn: (root: string, base: string) => NewFile[] | string,
  next: (where: string) => string,
): ExitCode {
  const found = findConfiguration(terminal.cwd);
  const files = filesIn(found.root, baseFolder(found.value));
  if (typeof files === "string") {
    terminal.err(`codegen: ${files}\n`);
    return exit.usage;
  }
  const done = layOut(found.root, files);
  if (done.every((line) => !line.startsWith("created "))) {
    terminal.err(`codegen: ${what} exists already: nothing was written\n`);
    return exit.problems;
  }
  const types = files.filter(({ path }) => path.endsWith("types.ts")).map(({ path }) => path);
  const where = types.length === 0 ? "" : ` in ${types.join(" and ")}`;
  terminal.out(`${done.join("\n")}\n\nNext: ${next(where)}, then npm run generate\n`);
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
