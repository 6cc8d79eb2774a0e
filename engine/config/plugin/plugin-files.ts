import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockedFolder, lockFiles } from "../../base/package-manager.js";
import type { Generator } from "../../plan/generator.js";
import { filesBelow } from "../../util/files-below.js";
import { foldersUp } from "../../util/folders-up.js";

/** The files on which the output of a custom generator depends. */
export interface PluginFiles {
  /** Absolute paths of the files. */
  readonly files: readonly string[];
  /**
   * True if a script imports a module whose specifier is an expression. The output can then depend
   * on further files.
   */
  readonly hasUnknown: boolean;
}

const script = /\.[cm]?js$/;
const computedImport = /\b(?:import|require)\s*\((?!\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`$]*`)\s*[,)])/;
const strings = /(["'`])((?:(?!\1)[^\\\n]){1,200})\1/g;

/**
 * Returns the files of a custom generator: its package.json, its templates, the scripts in the
 * folder of its entry, and the files and folders to which relative paths in its scripts refer, such
 * as imported modules. For modules of other npm packages, the result contains the lock files.
 */
export function pluginFiles(root: string, entry: string, generator: Generator): PluginFiles {
  const folder = dirname(entry);
  const beside = readdirSync(folder).filter((name) => script.test(name));
  const found = new Set(
    [...beside.map((name) => join(folder, name)), fileURLToPath(generator.templates)].flatMap(filesAt),
  );
  let hasUnknown = false;
  // `for` also visits the files that are added during the loop.
  for (const file of found) {
    if (!script.test(file)) continue;
    const code = readFileSync(file, "utf8");
    hasUnknown ||= computedImport.test(code);
    for (const path of namedPaths(dirname(file), code)) for (const named of filesAt(path)) found.add(named);
  }
  const locks = [root, folder].flatMap((from) => {
    const locked = lockedFolder(from);
    return locked === undefined ? [] : lockFiles.map((name) => join(locked, name)).filter((file) => existsSync(file));
  });
  const manifests = foldersUp(folder).map((above) => join(above, "package.json"));
  const manifest = manifests.find((file) => existsSync(file));
  return { files: [...found, ...locks, ...(manifest === undefined ? [] : [manifest])], hasUnknown };
}

/**
 * Returns the absolute paths of the strings in a script that are paths relative to the script's
 * folder.
 */
function namedPaths(folder: string, code: string): readonly string[] {
  return [...code.matchAll(strings)].flatMap(([, , text = ""]) =>
    /^\.{1,2}\/[^/]/.test(text) || /^[^/]+\.\w+$/.test(text) ? [join(folder, text)] : [],
  );
}

/**
 * Returns the path if it is the path of a file. Returns the files below it if it is the path of a
 * folder. Returns an empty list for a missing path.
 */
function filesAt(path: string): readonly string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return [path];
  return stats?.isDirectory() === true ? filesBelow(path) : [];
}
