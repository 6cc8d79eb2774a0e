import { posix } from "node:path";
import type { FileSystem } from "../base/file-system.js";
import { runtimePackage } from "../base/runtime-package.js";
import { packageJSONName } from "../base/json.js";
import { findAlias, type Alias } from "./discover/aliases.js";
import { Resolver } from "./discover/resolver.js";
import { linkedPackage } from "./discover/linked-package.js";
import { readNpmFolder, sourceFile, type NpmFolder } from "./discover/npm-package.js";
import { foldersAbove, npmPackage } from "./discover/paths.js";

/** The npm packages of the project and of its workspace. Each is searched for once in a run. */
export class Packages {
  /** Number of folders above the root. Each of them can have a `node_modules`. */
  readonly #depth: number;
  readonly resolver: Resolver;
  readonly #owners = new Map<string, NpmFolder | undefined>();
  readonly #packages = new Map<string, NpmFolder | undefined>();
  readonly #links = new Map<string, string>();

  /** @param root an absolute path */
  constructor(
    private readonly fileSystem: FileSystem,
    root: string,
  ) {
    this.#depth = root.split(/[\\/]/).filter((part) => part !== "").length;
    this.resolver = new Resolver(fileSystem, root);
  }

  /**
   * Source files of other packages of the workspace. The keys are the specifiers by which code
   * imports them.
   */
  get links(): ReadonlyMap<string, string> {
    return this.#links;
  }

  /**
   * Returns the path of the source file that a specifier refers to, if it names another package of
   * the workspace.
   *
   * @param from path of the importing file
   */
  linked(from: string, specifier: string): string | undefined {
    const name = npmPackage(specifier);
    if (name === runtimePackage || !isPackageName(name)) return undefined;
    const key = `${posix.dirname(from)}\n${name}`;
    if (!this.#packages.has(key))
      this.#packages.set(key, linkedPackage(this.fileSystem, this.#depth, posix.dirname(from), name));
    const npm = this.#packages.get(key);
    if (npm === undefined || npm.name === runtimePackage) return undefined;
    const path = sourceFile(this.fileSystem, npm, `${npm.name}${specifier.slice(name.length)}`);
    if (path !== undefined) this.#links.set(specifier, path);
    return path;
  }

  /** Returns the npm package that a folder belongs to. */
  npmOf(folder: string): NpmFolder | undefined {
    if (!this.#owners.has(folder)) {
      const [, above] = foldersAbove(this.#depth, folder);
      const owner = readNpmFolder(this.fileSystem, folder) ?? (above === undefined ? undefined : this.npmOf(above));
      this.#owners.set(folder, owner);
    }
    return this.#owners.get(folder);
  }

  /** Reports whether code in a folder can import an npm package. */
  isInstalled(name: string, from: string): boolean {
    return this.#importerOf(name, from) !== undefined;
  }

  /**
   * Returns the path of the file with the declarations of an npm package.
   *
   * @param from the importing folder
   */
  declarations(specifier: string, from: string): string | undefined {
    const importer = this.#importerOf(npmPackage(specifier), from);
    return importer === undefined ? undefined : this.resolver.find(posix.join(importer, "index.ts"), specifier);
  }

  /** Returns the alias of a specifier, if a setting defines one. */
  alias(from: string, specifier: string): Alias | undefined {
    return findAlias(this.fileSystem, this.resolver, from, specifier);
  }

  /**
   * Reports whether a file belongs to the package `@apimachinery/runtime` itself, whose aliases are
   * the scalars.
   */
  isRuntime(path: string): boolean {
    return this.npmOf(posix.dirname(path))?.name === runtimePackage;
  }

  /**
   * Returns the folder whose `node_modules` has a package. The search begins in the root and the
   * folders above it, and continues with the importing folder and the folders above it. The root
   * itself can be the package.
   */
  #importerOf(name: string, from: string): string | undefined {
    const own = this.fileSystem.read("package.json");
    const above = new Set([...foldersAbove(this.#depth, "."), ...foldersAbove(this.#depth, from)]);
    for (const folder of above)
      if (this.fileSystem.read(posix.join(folder, "node_modules", name, "package.json")) !== undefined) return folder;
    return own !== undefined && packageJSONName(own) === name ? "." : undefined;
  }
}

/**
 * Reports whether a specifier's first part names a package, and is not a URL or a `node:` module.
 */
function isPackageName(name: string): boolean {
  return /^(@[\w.-]+\/)?[\w.-]+$/.test(name);
}
