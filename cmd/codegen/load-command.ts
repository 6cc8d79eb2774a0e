import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { loadScript } from "../../engine/base/compiled-script.js";

type Modules = { readonly [path: string]: () => unknown };

let modules: Modules | undefined;

/**
 * Returns a module of the published command. The bundler puts all modules that `main.cjs` imports
 * by `import()` into the script `command.cjs`, and replaces these imports by calls of this
 * function.
 *
 * @param path path of the module below the folder of the compiled modules
 */
export function loadModule(path: string): unknown {
  modules ??= loadCommand(fileURLToPath(new URL("command.cjs", import.meta.url))) as Modules;
  return modules[path]?.();
}

/**
 * Loads a script. With `--enable-source-maps`, Node must load the script itself, because Node
 * applies source maps only to scripts that it has loaded.
 */
function loadCommand(script: string): unknown {
  if (process.sourceMapsEnabled) return createRequire(script)(script);
  return loadScript(script, { importModule: (specifier: string) => import(specifier) });
}
