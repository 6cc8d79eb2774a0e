import { existsSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import type { InputOptions, LogLevel, Plugin, RolldownLog } from "rolldown";

/** Options of all builds. */
export const common: Pick<InputOptions, "platform" | "onLog"> = { platform: "node", onLog: failOnWarning };

/**
 * Codes of warnings that indicate no problem in the joined files. `SOURCEMAP_BROKEN`: replaced
 * paths shift the columns of a few lines. `PLUGIN_TIMINGS`: the duration of plugins depends only on
 * the load of the machine.
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
 * Returns a plugin that reads modules with their source maps. In a module `<from>/a/b.js`, it
 * replaces `import.meta.url` by the URL of `<to>/a/b.js`. The module therefore still finds the
 * files beside it after it was joined with other modules.
 *
 * @param change changes the code of each module, but must not add or remove lines
 */
export function compiledModules(from: string, change = (code: string): string => code): Plugin {
  return {
    name: "compiled-modules",
    load(id) {
      const path = relative(from, id).split(sep).join("/");
      const url = `new URL(${JSON.stringify(placeholder + path)}, import.meta.url).href`;
      const code = change(readFileSync(id, "utf8")).replaceAll("import.meta.url", url);
      return existsSync(`${id}.map`) ? { code, map: readFileSync(`${id}.map`, "utf8") } : { code };
    },
    renderChunk(code, chunk) {
      const depth = chunk.fileName.split("/").length - 1;
      return code.replaceAll(placeholder, depth === 0 ? "./" : "../".repeat(depth));
    },
  };
}
