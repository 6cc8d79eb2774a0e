import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { rolldown, type Plugin } from "rolldown";

/** Compiled modules that are joined into a few files. */
export interface Bundle {
  /** The folder of the compiled modules. */
  readonly from: string;
  /** The folder of the joined files. Each entry has the same path in it as in `from`. */
  readonly to: string;
  /** The modules that other code imports or starts, as paths below `from`. */
  readonly entries: readonly string[];
  /**
   * Modules that every start loads: they and their imports become one file. None may await at its
   * top level, since modules that it imports later would wait for it.
   */
  readonly start?: readonly string[];
}

/**
 * Joins the compiled modules of a package: one file for each entry, and files for modules that
 * several entries share or that are imported later. Node takes longer to find and link hundreds of
 * modules than to run them. Imports of other packages stay imports. Source maps lead to the
 * TypeScript files.
 *
 * @throws Error if an entry does not exist, or for any warning of the bundler
 */
export async function bundle({ from, to, entries, start = [] }: Bundle): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.js$/, ""), join(from, entry)])),
    platform: "node",
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    plugins: [compiledModules(from)],
    onLog(level, log) {
      if (level === "warn" && !harmless.has(log.code ?? "")) throw new Error(log.message);
    },
  });
  const loaded = importsOf(start.map((module) => join(from, module)));
  await build.write({
    dir: to,
    format: "esm",
    sourcemap: true,
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: { groups: [{ name: "start", test: (id) => loaded.has(id) }] },
  });
  await build.close();
}

/**
 * Warnings that are ignored. SOURCEMAP_BROKEN: replaced paths change the columns of a few lines.
 * INEFFECTIVE_DYNAMIC_IMPORT: a module that is imported later is also loaded at every start.
 */
const harmless: ReadonlySet<string> = new Set(["SOURCEMAP_BROKEN", "INEFFECTIVE_DYNAMIC_IMPORT"]);

/** Returns the paths of modules and of all modules that they import, except by `import()`. */
function importsOf(modules: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const [, specifier = ""] of readFileSync(path, "utf8").matchAll(/^(?:import|export) .*?from "(\.[^"]*)";$/gm))
      add(join(dirname(path), specifier));
  };
  for (const module of modules) add(resolve(module));
  return found;
}

/**
 * Replaces the start of paths in the text of a module, until the path of the joined file is known.
 */
const placeholder = "bundle-root:";

/**
 * Returns a plug-in that reads modules with their source maps. In the joined file,
 * `import.meta.url` of a module is still the URL of `to` with the module's path below `from`, so
 * that the module finds the files beside it.
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
