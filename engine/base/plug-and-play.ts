import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The part of Yarn's Plug'n'Play API that is used: https://yarnpkg.com/advanced/pnpapi */
interface PlugAndPlay {
  /** @throws Error if the importing package does not declare the imported package */
  readonly resolveToUnqualified: (request: string, issuer: string) => string | null;
  /** @throws Error if the module does not exist */
  readonly resolveRequest: (
    request: string,
    issuer: string,
    options: { readonly conditions: ReadonlySet<string> },
  ) => string | null;
}

/**
 * Yarn's Plug'n'Play adds this function to the module, and reads files in its archives by the
 * functions of node:fs. Without Plug'n'Play, the module is not loaded, because that takes time.
 */
const findPnpApi =
  process.versions["pnp"] === undefined
    ? undefined
    : (process.getBuiltinModule("node:module") as { readonly findPnpApi?: (folder: string) => PlugAndPlay | null })
        .findPnpApi;

/** True if this process can read files in archives. */
export const hasArchives = findPnpApi !== undefined;

/**
 * Reports whether Yarn has installed packages as archives (Plug'n'Play), without a `node_modules`.
 */
export function isPlugAndPlay(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".pnp.cjs"))) return true;
    if (dirname(folder) === folder) return false;
  }
}

/**
 * Returns the place of a file of an npm package in Yarn's archives, if this process runs under
 * Plug'n'Play.
 *
 * @param path the path that the file would have in a `node_modules`
 */
export function archivedFile(path: string): string | undefined {
  if (findPnpApi === undefined) return undefined;
  const [, folder, request] = /^(.*?)[\\/]node_modules[\\/](.+)$/.exec(path) ?? [];
  if (folder === undefined || request === undefined) return undefined;
  return attempt(() => findPnpApi(`${folder}/`)?.resolveToUnqualified(request.replaceAll("\\", "/"), `${folder}/`));
}

/**
 * Returns the path of the module that an ES module in a folder imports, if this process runs under
 * Plug'n'Play.
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
