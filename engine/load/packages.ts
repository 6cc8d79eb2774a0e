import { posix } from "node:path";
import type { FileSystem } from "../base/file-system.js";
import { runtimePackage } from "../base/runtime-package.js";
import { findAlias, type Alias } from "./discover/aliases.js";
import { Resolver } from "./discover/resolver.js";
import { linkedPackage } from "./discover/linked-package.js";
import { readNpmFolder, sourceFile, type NpmFolder } from "./discover/npm-package.js";
import { foldersAbove, npmPackage } from "./discover/paths.js";

/**
 * The npm packages of the project and of its workspace. Each package is searched for only once in a
 * run.
 */
export class Packages {
  /**
   * Number of folders above the root. They are searched too, because each of them can have a
   * `node_modules`.
   */
  readonly #depth: number;
  readonly resolver: Resolver;
  readonly #owners = new Map<string, NpmFolder | undefined>();
  readonly #packages = new Map<string, NpmFolder | undefined>();
  readonly #links = new Map<string, string>();

  /** @param root absolute path of the root */
  constructor(
    private readonly fileSystem: FileSystem,
    readonly root: string,
  ) {
    this.#depth = root.split(/[\\/]/).filter((part) => part !== "").length;
    this.resolver = new Resolver(fileSystem, root);
  }

  /**
   * Source files of other packages of the workspace, by the specifier with which code imports them.
   */
  get links(): ReadonlyMap<string, string> {
    return this.#links;
  }

  /**
   * Returns the path of the source file to which a specifier refers if it belongs to another
   * package of the workspace; otherwise, returns undefined.
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

  /**
   * Returns the npm package to which a folder belongs; undefined if neither the folder nor a folder
   * above it has a package.json with a name.
   */
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
   * Returns the path of the declaration file of an npm package; undefined if it does not exist.
   *
   * @param from the importing folder
   */
  declarations(specifier: string, from: string): string | undefined {
    const importer = this.#importerOf(npmPackage(specifier), from);
    return importer === undefined ? undefined : this.resolver.find(posix.join(importer, "index.ts"), specifier);
  }

  /** Returns the alias of a specifier; undefined if no setting defines one. */
  alias(from: string, specifier: string): Alias | undefined {
    return findAlias(this.fileSystem, this.resolver, from, specifier);
  }

  /**
   * Reports whether a file belongs to the package `@apimachinery/runtime`. In the files of this
   * package, aliases such as `int32` are scalars.
   */
  isRuntime(path: string): boolean {
    return this.npmOf(posix.dirname(path))?.name === runtimePackage;
  }

  /**
   * Returns the folder in whose `node_modules` a package is installed. Searches the root and the
   * folders above it, then the importing folder and the folders above it. Returns the root if the
   * root is the package itself, and undefined if the package is not found.
   */
  #importerOf(name: string, from: string): string | undefined {
    const above = new Set([...foldersAbove(this.#depth, "."), ...foldersAbove(this.#depth, from)]);
    for (const folder of above)
      if (this.fileSystem.read(posix.join(folder, "node_modules", name, "package.json")) !== undefined) return folder;
    return readNpmFolder(this.fileSystem, ".")?.name === name ? "." : undefined;
  }
}

/**
 * Reports whether the package part of a specifier is the name of an npm package, and not a URL or a
 * `node:` module.
 */
function isPackageName(name: string): boolean {
  return /^(@[\w.-]+\/)?[\w.-]+$/.test(name);
}
