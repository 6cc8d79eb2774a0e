import { existsSync, readFileSync, rmSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { rolldown, type Plugin } from "rolldown";

/** Compiled modules that are joined into a few files. */
export interface Bundle {
  /** The folder of the compiled modules. */
  readonly from: string;
  /** The folder of the joined files. Each entry keeps its path. */
  readonly to: string;
  /** The modules that others import or start, as paths below `from`. */
  readonly entries: readonly string[];
}

/**
 * Joins the compiled modules of a package: one file for each entry, and files for modules that
 * several entries share or that are imported later. Node takes longer to find and link hundreds of
 * modules than to run them. Imports of other packages stay imports. Source maps lead to the
 * TypeScript files.
 *
 * @throws Error if an entry does not exist, or for any warning of the bundler
 */
export async function bundle({ from, to, entries }: Bundle): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry.replace(/\.js$/, ""), join(from, entry)])),
    platform: "node",
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    plugins: [compiledModules(from)],
    onLog(level, log) {
      // The replaced paths move columns on their own lines alone.
      if (level === "warn" && log.code !== "SOURCEMAP_BROKEN") throw new Error(log.message);
    },
  });
  await build.write({ dir: to, format: "esm", sourcemap: true, chunkFileNames: "[name]-[hash].js" });
  await build.close();
}

/** The start of a path, in the text of a module, until the place of the joined file is known. */
const placeholder = "bundle-root:";

/**
 * Returns a plug-in that reads modules with their source maps. A module finds files beside it by
 * `import.meta.url`, which keeps naming the module: `to` with the module's path below `from`.
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
