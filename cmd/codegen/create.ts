import { findConfiguration } from "../../engine/config/find.js";
import { isSettings } from "../../engine/config/settings.js";
import { exit, type ExitCode } from "./exit.js";
import { apiFiles, type NewApi } from "./scaffold/api.js";
import { layOut, type NewFile } from "./scaffold/files.js";
import { faultOfGroup, faultOfKind, faultOfVersion } from "./scaffold/names.js";
import { versionFiles, type NewVersion } from "./scaffold/version.js";
import type { Terminal } from "./terminal.js";

/** `codegen create api`. */
export function createApi(options: NewApi, terminal: Terminal): ExitCode {
  const fault = faultOfGroup(options.group) ?? faultOfVersion(options.version) ?? faultOfKind(options.kind);
  return create(terminal, (root, base) => fault ?? apiFiles(root, base, options));
}

/** `codegen create version`. */
export function createVersion(options: NewVersion, terminal: Terminal): ExitCode {
  const fault = faultOfVersion(options.from) ?? faultOfVersion(options.to);
  return create(terminal, (root, base) => fault ?? versionFiles(root, base, options));
}

function create(terminal: Terminal, filesIn: (root: string, base: string) => NewFile[] | string): ExitCode {
  const found = findConfiguration(terminal.cwd);
  const files = filesIn(found.root, baseFolder(found.value));
  if (typeof files === "string") {
    terminal.err(`codegen: ${files}\n`);
    return exit.usage;
  }
  terminal.out(`${layOut(found.root, files).join("\n")}\n\nNext: fill in the types, then npx codegen\n`);
  return exit.done;
}

/** Where groups live: the first configured folder that is no glob, or `apis`. */
function baseFolder(settings: unknown): string {
  const paths = isSettings(settings) ? (settings.paths ?? []) : [];
  return paths.map((path) => path.replaceAll("\\", "/").replace(/^\.\/|\/+$/g, "")).find((path) => !/[*?[\]{}!]/.test(path)) ?? "apis";
}
