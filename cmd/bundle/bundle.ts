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
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { rolldown, type InputOptions, type LogLevel, type Plugin, type RolldownLog } from "rolldown";

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
  /**
   * The main module of a command, as a path below `from`. The module and its imports become one
   * CommonJS file that ends in `.cjs`, because Node starts CommonJS faster than ES modules. The
   * modules that it imports later by `import()` become entries. The main module must not use
   * `await` at its top level.
   */
  readonly command?: string;
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
 * therefore use the old files. If no module has changed since the last build, the entries only get
 * the time of this build.
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
  const main = command === undefined ? [] : [command.replace(/\.js$/, ".cjs")];
  return [join(to, first), ...[...others, ...main].map((file) => join(to, file))];
}

/** Returns the time of the last change of the modules, of this build program or of its packages. */
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
  const { later, own } =
    command === undefined ? { later: [], own: new Set<string>() } : await bundleCommand(from, to, command);
  const modules = new Set([...entries, ...later]);
  const build = await rolldown({
    ...common,
    input: Object.fromEntries([...modules].map((entry) => [entry.replace(/\.js$/, ""), join(from, entry)])),
    plugins: [compiledModules(from)],
  });
  await build.write({
    dir: to,
    format: "esm",
    sourcemap: true,
    chunkFileNames: "[name]-[hash].js",
    // Most modules of the command are also used by the entries. These modules are put into one
    // shared file, because Node loads one file faster than many.
    codeSplitting: { groups: [{ name: "common", test: (id) => own.has(id) }] },
  });
  await build.close();
}

interface BundledCommand {
  /** The modules that the command imports by `import()`, as paths below the folder of modules. */
  readonly later: readonly string[];
  /** Absolute paths of the modules that were joined into the file of the command. */
  readonly own: ReadonlySet<string>;
}

/** Joins a command and its imports into one file. */
async function bundleCommand(from: string, to: string, command: string): Promise<BundledCommand> {
  const later = new Set<string>();
  const build = await rolldown({
    ...common,
    input: join(from, command),
    plugins: [
      compiledModules(from),
      {
        name: "later-imports",
        resolveDynamicImport(specifier, importer) {
          if (typeof specifier !== "string" || !specifier.startsWith(".") || importer === undefined) return null;
          const path = relative(resolve(from), resolve(dirname(importer), specifier));
          later.add(path.split(sep).join("/"));
          const id = relative(dirname(command), path).split(sep).join("/");
          return { id: id.startsWith(".") ? id : `./${id}`, external: true };
        },
      },
    ],
  });
  const file = command.replace(/\.js$/, ".cjs");
  const { output } = await build.write({ dir: to, format: "cjs", sourcemap: true, entryFileNames: file });
  await build.close();
  const own = new Set(output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])));
  return { later: [...later], own };
}

const common: Pick<InputOptions, "platform" | "external" | "onLog"> = {
  platform: "node",
  external: (id) => !id.startsWith(".") && !isAbsolute(id),
  onLog: failOnWarning,
};

/**
 * Codes of warnings that indicate no problem in the joined files. `SOURCEMAP_BROKEN`: replaced
 * paths shift the columns of a few lines. `PLUGIN_TIMINGS`: the duration of plug-ins depends only
 * on the load of the machine.
 */
const harmless: ReadonlySet<string | undefined> = new Set(["SOURCEMAP_BROKEN", "PLUGIN_TIMINGS"]);

/**
 * Handles a log message of the bundler.
 * @throws Error for a warning about the joined files
 */
export function failOnWarning(level: LogLevel, log: RolldownLog): void {
  if (level === "warn" && !harmless.has(log.code)) throw new Error(log.message);
}

/**
 * Placeholder for the relative path from a joined file to the folder `to`, because the path is not
 * known when a module is read.
 */
const placeholder = "bundle-root:";

/**
 * Returns a plug-in that reads modules with their source maps. In a module `<from>/a/b.js`, it
 * replaces `import.meta.url` by the URL of `<to>/a/b.js`. The module therefore still finds the
 * files beside it after it was joined with other modules.
 */
function compiledModules(from: string): Plugin {
  return {
    name: "compiled-modules",
    load(id) {
      const path = relative(from, id).split(sep).join("/");
      const url = `new URL(${JSON.stringify(placeholder + path)}, import.meta.url).href`;
      const code = readFileSync(id, "utf8").replaceAll("import.meta.url", url);
      return existsSync(`${id}.map`) ? { code, map: readFileSync(`${id}.map`, "utf8") } : { code };
    },
    renderChunk(code, chunk) {
      const depth = chunk.fileName.split("/").length - 1;
      return code.replaceAll(placeholder, depth === 0 ? "./" : "../".repeat(depth));
    },
  };
}
