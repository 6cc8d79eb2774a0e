import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { basename, join } from "node:path";
import { rolldown } from "rolldown";
import { common, compiledModules } from "./compiled-modules.js";
import { namesPackage, joinCommand, scriptOf, type Command } from "./join-command.js";

/** A set of compiled modules to join into a few files. */
export interface Bundle {
  /** The folder of the compiled modules. */
  readonly from: string;
  /**
   * The folder of the joined files. Each entry has the same path below this folder as below `from`.
   */
  readonly to: string;
  /** The modules that other code imports or starts, as paths below `from`. */
  readonly entries: readonly [string, ...string[]];
  readonly command?: Command;
  /** A folder that is copied into `to` under the same name. */
  readonly copied?: string;
  /** The folders whose changes require new joined files. The default is `from`. */
  readonly inputs?: readonly string[];
}

/**
 * Joins the compiled modules of a package. The result has one file for each entry. Modules that
 * several entries share, or that are imported later, are joined into additional files. Few files
 * start faster, because Node takes longer to find and link hundreds of modules than to run them.
 * Imports of other packages stay imports. Source maps refer to the TypeScript files. The files are
 * written into a new folder, which then replaces `to`. During a build, other processes can
 * therefore use the old files. If no input has changed since the last build, only the modification
 * times of the entries and of the command are updated.
 *
 * @throws Error if an entry does not exist, or if the bundler warns about the joined files
 */
export async function bundle(request: Bundle): Promise<void> {
  const { from, to, entries, command, copied } = request;
  const written = writtenBy(request);
  if (written.every((file) => existsSync(file)) && newestInput(request) < statSync(written[0]).mtimeMs) {
    for (const file of written) utimesSync(file, new Date(), new Date());
    return;
  }
  // The new folder is beside `to`, so that the relative paths in source maps stay correct.
  const [next, old] = [`${to}.next`, `${to}.old`];
  for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  await joinModules({ from, to: next, entries, ...(command === undefined ? {} : { command }) });
  if (copied !== undefined) cpSync(copied, join(next, basename(copied)), { recursive: true });
  if (command !== undefined) insertDigest(next);
  if (existsSync(to)) renameSync(to, old);
  renameSync(next, to);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Placeholder for the digest of all joined files, by which a command recognises results of the same
 * build.
 */
const digestPlaceholder = "digest-of-bundle:";

function insertDigest(folder: string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  const all = createHash("sha256");
  for (const path of files) all.update(`${path}\n`).update(readFileSync(join(folder, path)));
  const digest = all.digest("base64url");
  for (const path of files.filter((file) => /\.c?js$/.test(file))) {
    const code = readFileSync(join(folder, path), "utf8");
    if (code.includes(digestPlaceholder)) writeFileSync(join(folder, path), code.replaceAll(digestPlaceholder, digest));
  }
}

/** Returns the paths of the files that other programs start or import. */
function writtenBy({ to, entries: [first, ...others], command }: Bundle): readonly [string, ...string[]] {
  const main = command === undefined ? [] : [scriptOf(command.main)];
  return [join(to, first), ...[...others, ...main].map((file) => join(to, file))];
}

/**
 * Returns the time of the last change of the inputs, of this build program or of its packages, in
 * milliseconds.
 */
function newestInput({ from, to, inputs = [from] }: Bundle): number {
  const filesIn = (path: string): readonly string[] => {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path).flatMap((name) => (join(path, name) === to ? [] : filesIn(join(path, name))));
  };
  const files = [import.meta.dirname, "package-lock.json", ...inputs].flatMap(filesIn);
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/** Joins the modules into files in the folder `to`, which must not exist yet. */
async function joinModules({ from, to, entries, command }: Omit<Bundle, "copied" | "inputs">): Promise<void> {
  if (command !== undefined) await joinCommand(from, to, command);
  const build = await rolldown({
    ...common,
    external: (id) => isBuiltin(id) || namesPackage(id),
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.js$/, ""), join(from, entry)])),
    plugins: [compiledModules(from)],
  });
  await build.write({ dir: to, format: "esm", sourcemap: true, chunkFileNames: "[name]-[hash].js" });
  await build.close();
}
