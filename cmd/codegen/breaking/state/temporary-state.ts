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
import { isBelow } from "../../../../engine/util/is-below.js";
import type { StateFile } from "./files.js";

/**
 * Calls a function with a new temporary folder, and removes the folder afterwards, also after an
 * error or a signal that ends the process.
 */
export async function inTemporaryFolder<T>(
  work: (folder: string) => Promise<T>,
): Promise<T | { readonly fault: string }> {
  let folder: string | undefined;
  const remove = (): void => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  const stop = (signal: NodeJS.Signals): void => {
    remove();
    for (const one of signals) process.removeListener(one, stop);
    process.kill(process.pid, signal);
  };
  // A signal ends the process at once as long as nothing listens to it.
  for (const signal of signals) process.once(signal, stop);
  try {
    folder = newFolder();
    return await work(folder);
  } catch (error) {
    if (folder !== undefined) throw error;
    return { fault: `no temporary folder can be made: ${error instanceof Error ? error.message : String(error)}` };
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
    remove();
  }
}

function newFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "codegen-breaking-")));
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Writes the files of an old state. A link out of the state is left out. */
export function writeState(folder: string, files: Iterable<StateFile>): void {
  const made = new Set<string>();
  // This folder ends the search for a configuration in parent folders.
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
 * Makes the installed packages of the present project visible to an old state. A package of the
 * project's own workspace is that of the old state.
 *
 * @param present the folder that corresponds to the top folder of the old state
 */
export function linkModules(folder: string, present: string): void {
  const places = ["", ...foldersWithManifest(folder)];
  for (const place of places) {
    const installed = join(present, place, "node_modules");
    if (existsSync(installed)) linkInto(join(folder, place, "node_modules"), installed, { folder, present });
  }
  if (existsSync(join(folder, "node_modules"))) return;
  const above = modulesAbove(present);
  if (above !== undefined) linkInto(join(folder, "node_modules"), above, { folder, present });
}

function foldersWithManifest(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(`${sep}package.json`))
    .map(dirname);
}

function modulesAbove(folder: string): string | undefined {
  for (let at = folder; dirname(at) !== at; at = dirname(at)) {
    const modules = join(dirname(at), "node_modules");
    if (existsSync(modules)) return modules;
  }
  return undefined;
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

/** Returns the place in the old state of a package that belongs to the project itself. */
function oldPlaceOf(installed: string, { folder, present }: Tops): string {
  const real = realpathSync(installed);
  const path = relative(realpathSync(present), real);
  const isOwn = isBelow(realpathSync(present), real) && !path.split(sep).includes("node_modules");
  const old = join(folder, path);
  return isOwn && existsSync(old) ? old : real;
}
