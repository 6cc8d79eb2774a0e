import { existsSync } from "node:fs";
import { join } from "node:path";
import { foldersUp } from "../util/folders-up.js";

/**
 * The functions of Yarn's Plug'n'Play API that codegen uses: https://yarnpkg.com/advanced/pnpapi
 */
interface PlugAndPlay {
  /**
   * Returns the path of an import without adding a file ending.
   * @throws Error if the importing package does not declare the imported package
   */
  readonly resolveToUnqualified: (request: string, issuer: string) => string | null;
  /**
   * Returns the path of the module that an import refers to.
   * @throws Error if the module does not exist
   */
  readonly resolveRequest: (
    request: string,
    issuer: string,
    options: { readonly conditions: ReadonlySet<string> },
  ) => string | null;
}

/**
 * Yarn's Plug'n'Play adds the function `findPnpApi` to `node:module`. Without Plug'n'Play,
 * `node:module` is not loaded, because loading it takes time.
 */
const findPnpApi =
  process.versions["pnp"] === undefined
    ? undefined
    : (process.getBuiltinModule("node:module") as { readonly findPnpApi?: (folder: string) => PlugAndPlay | null })
        .findPnpApi;

/** True if this process runs under Plug'n'Play and can therefore read files in Yarn's archives. */
export const hasArchives = findPnpApi !== undefined;

/**
 * Reports whether Yarn has installed packages as archives (Plug'n'Play) instead of in a
 * `node_modules`.
 */
export function isPlugAndPlay(root: string): boolean {
  return foldersUp(root).some((folder) => existsSync(join(folder, ".pnp.cjs")));
}

/**
 * Returns the path of a file of an npm package in Yarn's archives. Returns undefined if this
 * process does not run under Plug'n'Play, or the package is not found.
 *
 * @param path path that the file would have in a `node_modules`
 */
export function archivedFile(path: string): string | undefined {
  if (findPnpApi === undefined) return undefined;
  const [, folder, request] = /^(.*?)[\\/]node_modules[\\/](.+)$/.exec(path) ?? [];
  if (folder === undefined || request === undefined) return undefined;
  return attempt(() => findPnpApi(`${folder}/`)?.resolveToUnqualified(request.replaceAll("\\", "/"), `${folder}/`));
}

/**
 * Returns the path of the module that an ES module in a folder imports. Returns undefined if this
 * process does not run under Plug'n'Play, or the module is not found.
 */
export function archivedModule(folder: string, specifier: string): string | undefined {
  const conditions = new Set(["node", "import", "default"]);
  return attempt(() => findPnpApi?.(`${folder}/`)?.resolveRequest(specifier, `${folder}/`, { conditions }));
}

function attempt(resolve: () => string | null | undefined): string | undefined {
  try {
    return resolve() ?? undefined;
  } catch {
    return undefined;
  }
}
