import { compiler } from "../syntax/compiler.js";
import { runtimePackage } from "../../base/runtime-package.js";
import type { Files } from "../files.js";
import type { Packages } from "../packages.js";
import { npmPackage } from "./paths.js";
import type { SourceFile } from "../syntax/source-file.js";

/**
 * An npm package and the names that it exports. `types` is undefined if the package has no
 * declaration files.
 */
export interface Module {
  readonly specifier: string;
  /** Folder that contains the importing file. */
  readonly from: string;
  /** Path of the module's declaration file; absent if the module has none. */
  readonly entry?: string;
  readonly types?: ReadonlySet<string>;
  readonly functions: readonly string[];
  readonly constants: readonly string[];
}

type Kind = "type" | "function" | "constant";

/** The npm packages to which types and signatures refer, and the names that they export. */
export class Modules {
  readonly #read = new Map<string, Module | undefined>();
  readonly #used = new Set<string>();
  readonly #installed = new Map<string, boolean>();

  constructor(
    private readonly files: Files,
    private readonly packages: Packages,
  ) {}

  /**
   * Reuses the packages that an earlier run has read. The caller must have checked that the
   * packages are unchanged.
   */
  restore(read: ReadonlyMap<string, Module | undefined>, installed: ReadonlyMap<string, boolean>): void {
    for (const [specifier, module] of read) this.#read.set(specifier, module);
    for (const [specifier, isInstalled] of installed) this.#installed.set(specifier, isInstalled);
  }

  /** Specifiers of the packages to which types of the project refer. */
  get used(): ReadonlySet<string> {
    return this.#used;
  }

  /** Packages to which signatures refer. The value is true if the package is installed. */
  get installed(): ReadonlyMap<string, boolean> {
    return this.#installed;
  }

  /** Records that a type of the project refers to a type of a package. */
  use(specifier: string): void {
    this.#used.add(specifier);
  }

  /**
   * Returns the exports of a package, which are read only once for each specifier.
   *
   * @param from folder of the importing file; the package can be installed in this folder or above
   * it
   * @returns undefined if the package is not installed
   */
  read(specifier: string, from = "."): Module | undefined {
    if (this.#read.get(specifier) === undefined) this.#read.set(specifier, this.#readNew(specifier, from));
    return this.#read.get(specifier);
  }

  /**
   * Returns the exports of a package. The result has no exports if the package is not installed, or
   * if only signatures refer to it, because it was then not read.
   */
  known(specifier: string): Module {
    const read = this.#used.has(specifier) ? this.#read.get(specifier) : undefined;
    return read ?? { specifier, from: ".", functions: [], constants: [] };
  }

  /** Packages to which types refer. The value is undefined if the package is not installed. */
  get ofTypes(): ReadonlyMap<string, Module | undefined> {
    return new Map([...this.#read].filter(([specifier]) => this.#used.has(specifier)));
  }

  /** Reports whether an npm package other than the runtime is installed. */
  isInstalled(specifier: string, from = "."): boolean {
    if (this.#installed.get(specifier) !== true)
      this.#installed.set(
        specifier,
        specifier !== runtimePackage && this.packages.isInstalled(npmPackage(specifier), from),
      );
    return this.#installed.get(specifier) === true;
  }

  #readNew(specifier: string, from: string): Module | undefined {
    if (!this.packages.isInstalled(npmPackage(specifier), from)) return undefined;
    const entry = this.packages.declarations(specifier, from);
    // Functions of the runtime that generated code calls are exported by a separate entry point.
    const values =
      specifier === runtimePackage ? this.packages.declarations(`${runtimePackage}/codegen/v1`, from) : entry;
    const names = entry === undefined ? undefined : this.#names(entry, values === entry, new Set());
    const valueNames = values === undefined || values === entry ? names : this.#names(values, true, new Set());
    const of = (kind: Kind) =>
      [...(valueNames ?? [])]
        .filter(([, other]) => other === kind)
        .map(([name]) => name)
        .sort();
    return {
      specifier,
      from,
      ...(entry === undefined ? {} : { entry }),
      ...(names === undefined ? {} : { types: new Set(names.keys()) }),
      functions: of("function"),
      constants: of("constant"),
    };
  }

  /**
   * Returns the names that a file exports, with their kinds. The files from which the file
   * re-exports single names are read only if kinds are needed.
   * @param kinds true to determine the kind of each name; if false, every name counts as a type
   */
  #names(path: string, kinds: boolean, seen: Set<string>): Map<string, Kind> {
    const names = new Map<string, Kind>();
    const file = seen.has(path) ? undefined : this.files.file(path);
    seen.add(path);
    if (file === undefined) return names;
    // The names are grouped by specifier, because a file often re-exports many names from one file.
    const targets = new Map<string | undefined, Map<string, Kind>>();
    for (const [exported, { name, specifier, typeOnly }] of file.exports) {
      if (!kinds || typeOnly === true || name === "*") {
        names.set(exported, "type");
        continue;
      }
      const target =
        targets.get(specifier) ??
        (specifier === undefined ? namesHere(file) : this.#namesBehind(path, specifier, kinds, new Set(seen)));
      targets.set(specifier, target);
      names.set(exported, target.get(name) ?? "type");
    }
    for (const { specifier, typeOnly } of file.stars) {
      for (const [name, kind] of this.#namesBehind(
        path,
        specifier,
        kinds && !typeOnly,
        typeOnly ? new Set(seen) : seen,
      ))
        if (name !== "default" && !names.has(name)) names.set(name, kind);
    }
    return names;
  }

  #namesBehind(from: string, specifier: string, kinds: boolean, seen: Set<string>): Map<string, Kind> {
    const path = this.packages.resolver.find(from, specifier);
    return path === undefined ? new Map<string, Kind>() : this.#names(path, kinds, seen);
  }
}

function namesHere(file: SourceFile): Map<string, Kind> {
  const names = new Map<string, Kind>();
  for (const name of file.declared.keys()) names.set(name, "type");
  for (const { name } of file.functions) if (name !== undefined) names.set(name.text, "function");
  for (const { node } of file.constants) if (compiler.isIdentifier(node.name)) names.set(node.name.text, "constant");
  return names;
}
