import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { foldersUp } from "../../../../engine/util/folders-up.js";
import { isBelow } from "../../../../engine/util/is-below.js";
import { UsageError } from "../../failure.js";
import type { StateFile } from "./files.js";

/**
 * Calls a function with a new temporary folder. Removes the folder afterwards, even after an error
 * or a signal that ends the process.
 */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  const stop = (signal: NodeJS.Signals): void => {
    remove();
    for (const one of signals) process.removeListener(one, stop);
    process.kill(process.pid, signal);
  };
  // Without a listener, a signal would end the process before the folder is removed.
  for (const signal of signals) process.once(signal, stop);
  try {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "codegen-breaking-")));
    return await work(folder);
  } catch (error) {
    if (folder !== undefined) throw error;
    throw new UsageError(`no temporary folder can be made: ${(error as Error).message}`);
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
    remove();
  }
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Writes the files of an old state. Omits links that lead out of the state. */
export function writeState(folder: string, files: Iterable<StateFile>): void {
  const made = new Set<string>();
  // The folder `.git` ends the search for a configuration in parent folders.
  mkdirSync(join(folder, ".git"), { recursive: true });
  for (const { path, content, isLink } of files) {
    const target = join(folder, path);
    const parent = dirname(target);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    if (isLink !== true) writeFileSync(target, content);
    else {
      const to = Buffer.from(content).toString("utf8");
      if (isBelow(folder, resolve(parent, to))) symlinkSync(to, target);
    }
  }
}

/**
 * Links the installed packages of the current project into an old state. For a package of the same
 * workspace, the link leads to the package in the old state.
 *
 * @param present the folder of the current project that corresponds to the root of the old state
 */
export function linkModules(folder: string, present: string): void {
  const places = ["", ...foldersWithManifest(folder)];
  for (const place of places) {
    const installed = join(present, place, "node_modules");
    if (existsSync(installed)) linkInto(join(folder, place, "node_modules"), installed, { folder, present });
  }
  if (existsSync(join(folder, "node_modules"))) return;
  const above = foldersUp(dirname(present))
    .map((at) => join(at, "node_modules"))
    .find(existsSync);
  if (above !== undefined) linkInto(join(folder, "node_modules"), above, { folder, present });
}

function foldersWithManifest(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(`${sep}package.json`))
    .map(dirname);
}

interface Tops {
  readonly folder: string;
  readonly present: string;
}

function linkInto(target: string, installed: string, tops: Tops): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(installed)) {
    const isBroken = !existsSync(join(installed, name));
    if (name.startsWith(".") || isBroken) continue;
    if (name.startsWith("@")) linkInto(join(target, name), join(installed, name), tops);
    else if (!existsSync(join(target, name)))
      symlinkSync(oldPlaceOf(join(installed, name), tops), join(target, name), "junction");
  }
}

/**
 * Returns the target of the link for an installed package. For a package of the project's
 * workspace, this is its folder in the old state, if the folder exists. For any other package, it
 * is the folder of the installed package.
 */
function oldPlaceOf(installed: string, { folder, present }: Tops): string {
  const real = realpathSync(installed);
  const path = relative(realpathSync(present), real);
  const isOwn = isBelow(realpathSync(present), real) && !path.split(sep).includes("node_modules");
  const old = join(folder, path);
  return isOwn && existsSync(old) ? old : real;
}
