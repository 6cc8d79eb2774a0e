import { isBuiltin } from "node:module";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { rolldown, type OutputOptions, type Plugin, type SourceMapInput } from "rolldown";
import { parseSync, Visitor } from "rolldown/utils";
import { common, compiledModules } from "./compiled-modules.js";

/**
 * A command. Its modules become CommonJS scripts, which end in `.cjs`, because Node starts CommonJS
 * faster than ES modules, and can load the compiled code of a script from disk. The modules must
 * not use `await` at their top level.
 */
export interface Command {
  /** The module that starts the command, as a path below the folder of the modules. */
  readonly main: string;
  /**
   * A module beside the main module, with a function `loadModule`. The function loads the script
   * `command.cjs`, which has all modules that the main module imports by `import()`.
   */
  readonly loader: string;
}

/** Returns the path of the script of a module. */
export function scriptOf(module: string): string {
  return module.replace(/\.js$/, ".cjs");
}

/**
 * Joins a command into three scripts: the main module, the loader, and all other modules. Each
 * script contains everything that its modules import by `import … from`.
 */
export async function joinCommand(from: string, to: string, { main, loader }: Command): Promise<void> {
  const later = new Set<string>();
  const toLoader = `./${basename(scriptOf(loader))}`;
  const mainPlugins = [importsByLoader(from, toLoader, later), compiledModules(from)];
  await joinScript(join(from, main), mainPlugins, { dir: to, entryFileNames: scriptOf(main) });
  await joinScript(join(from, loader), [compiledModules(from)], { dir: to, entryFileNames: scriptOf(loader) });
  const laterPlugins = [tableOf(from, later), packagesOnDemand, compiledModules(from, renameImports), onlyASCII];
  const script = `${dirname(main)}/command.cjs`;
  await joinScript(tableId, laterPlugins, { dir: to, entryFileNames: script, comments: false, intro: importModule });
}

/**
 * The first statement of the script. It defines `importModule` as the function that the loader
 * passes to the script, or else as `import()`.
 */
const importModule = "const importModule = module.importModule ?? ((specifier) => import(specifier));";

async function joinScript(input: string, plugins: Plugin[], options: OutputOptions): Promise<void> {
  const build = await rolldown({ ...common, external: (id) => isBuiltin(id), input, plugins });
  await build.write({ format: "cjs", sourcemap: true, codeSplitting: false, ...options });
  await build.close();
}

/**
 * Returns a plugin that replaces each `import()` of a module by a call of the loader.
 * @param later set to which the plugin adds the paths of the modules
 */
function importsByLoader(from: string, toLoader: string, later: Set<string>): Plugin {
  const prefix = "later:";
  return {
    name: "imports-by-loader",
    resolveId(source, importer, { kind }) {
      if (source === toLoader) return { id: source, external: true };
      if (kind !== "dynamic-import" || importer === undefined) return null;
      const path = relative(resolve(from), resolve(dirname(importer), source))
        .split(sep)
        .join("/");
      later.add(path);
      return prefix + path;
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      const [loader, path] = [toLoader, id.slice(prefix.length)].map((text) => JSON.stringify(text));
      return withoutSource(`const { loadModule } = require(${loader}); module.exports = loadModule(${path});`);
    },
  };
}

const tableId = "table-of-modules";

/**
 * Returns a plugin for a generated module. The module exports an object with a function for each
 * path, which loads the module at this path.
 */
function tableOf(from: string, paths: ReadonlySet<string>): Plugin {
  return {
    name: tableId,
    resolveId: (source) => (source === tableId ? source : null),
    load(id) {
      if (id !== tableId) return null;
      const rows = [...paths].map((path) => [path, resolve(from, path)].map((text) => JSON.stringify(text)));
      const entries = rows.map(([path, module]) => `${path}: () => require(${module})`);
      return withoutSource(`module.exports = { ${entries.join(", ")} };`);
    },
  };
}

/** Reports whether a specifier names an npm package. */
export function namesPackage(specifier: string): boolean {
  return /^[a-z@]/i.test(specifier) && !isAbsolute(specifier) && !isBuiltin(specifier);
}

const packagePrefix = "package:";

/**
 * A plugin that loads each package when the first module that imports it is executed. Otherwise,
 * the script would begin by loading the packages of all its modules.
 */
const packagesOnDemand: Plugin = {
  name: "packages-on-demand",
  resolveId(source, importer) {
    if (!namesPackage(source)) return null;
    const isNeeded = importer?.startsWith(packagePrefix) === true;
    return isNeeded ? { id: source, external: true } : packagePrefix + source;
  },
  load(id) {
    if (!id.startsWith(packagePrefix)) return null;
    return withoutSource(`module.exports = require(${JSON.stringify(id.slice(packagePrefix.length))});`);
  },
};

/** A plugin that escapes all characters beyond ASCII, because Node reads ASCII much faster. */
const onlyASCII: Plugin = {
  name: "only-ascii",
  generateBundle(_, bundle) {
    for (const script of Object.values(bundle)) {
      if (script.type === "chunk") script.code = script.code.replaceAll(/[^\0-\x7f]/g, escaped);
    }
  },
};

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Returns a module that has no source file, for source maps. */
function withoutSource(code: string): { readonly code: string; readonly map: SourceMapInput } {
  return { code, map: { mappings: "" } };
}

/**
 * Renames each `import()` to `importModule()`, except if its argument is a literal relative path,
 * because `import()` fails with Node 20 in a script whose compiled code comes from disk.
 */
function renameImports(code: string): string {
  let [renamed, at] = ["", 0];
  const visitor = new Visitor({
    ImportExpression({ source, start }) {
      if (source.type === "Literal" && String(source.value).startsWith(".")) return;
      renamed += `${code.slice(at, start)}importModule`;
      at = start + "import".length;
    },
  });
  if (code.includes("import(")) visitor.visit(parseSync("module.js", code).program);
  return renamed + code.slice(at);
}
