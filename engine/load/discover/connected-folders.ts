import { posix } from "node:path";
import type { PackageId } from "../../model/universe.js";
import { specifiersIn } from "./import-specifiers.js";
import { folderNamed } from "../../markers/marker-folder.js";
import { isSource, packageOfFile } from "./paths.js";
import type { FileSystem } from "../../base/file-system.js";
import type { Packages } from "../packages.js";
import { closure } from "../../util/closure.js";

/** A folder whose files were searched for imports but were not parsed. */
export interface UnreadFolder {
  readonly id: PackageId;
  /** The texts of the folder's source files. */
  readonly texts: readonly string[];
}

/**
 * The candidates of `connectedFolders`: `connected` are the folders that a run must read, and
 * `unconnected` are all others.
 */
export interface Connected {
  readonly connected: readonly PackageId[];
  /** Folders whose types do not affect the generated files of the targets. */
  readonly unconnected: readonly UnreadFolder[];
}

/**
 * Finds the folders of the project on which the generated code of the targets can depend. These
 * folders are connected:
 *
 * - the targets, and all folders that import from a target directly or through other folders,
 *   because they use the types of targets and instantiate their generics;
 * - each folder from which a connected folder imports;
 * - each folder that a connected folder names in a marker, and each folder whose markers name a
 *   connected folder;
 * - the other folders of a connected folder's API group, its parent folder, and its subfolders.
 *
 * The files are searched without parsing, so a comment that looks like an import counts as an
 * import. If the folders belong to several npm packages, or import from another package of the
 * workspace, all candidates are connected, because an import in any folder can determine the
 * specifier by which other packages are imported.
 *
 * @param seeds folders that are always read
 */
export function connectedFolders(
  fileSystem: FileSystem,
  packages: Packages,
  targets: readonly PackageId[],
  candidates: readonly PackageId[],
  seeds: readonly PackageId[] = [],
): Connected {
  const folders = new Map([...targets, ...seeds, ...candidates].map((id) => [id, sourceTexts(fileSystem, id)]));
  const graph = new FolderGraph(fileSystem, packages, folders);
  if (graph.crossesPackages) return { connected: candidates, unconnected: [] };
  const users = closure(targets, (node) => graph.importers(node));
  const reached = closure([...users, ...seeds], (node) => graph.neighbours(node));
  return {
    connected: candidates.filter((id) => reached.has(id)),
    unconnected: candidates
      .filter((id) => !reached.has(id))
      .map((id) => ({ id, texts: [...(folders.get(id) ?? new Map<string, string>()).values()] })),
  };
}

/** Texts of source files, by path. */
type Texts = ReadonlyMap<string, string>;

/** Returns the texts of the source files in a folder. */
export function sourceTexts(fileSystem: FileSystem, id: PackageId): Texts {
  const paths = (fileSystem.list(id) ?? [])
    .filter(({ name, folder }) => !folder && isSource(name))
    .map(({ name }) => posix.join(id, name));
  return new Map(paths.map((path) => [path, fileSystem.read(path) ?? ""]));
}

/**
 * The import graph of the project. Its nodes are the folders of the project, and single files of
 * other folders.
 */
class FolderGraph {
  readonly #imports = new Map<string, Set<string>>();
  readonly #importers = new Map<string, Set<string>>();
  /**
   * Related folders of each folder: folders of the same API group, parent folders and subfolders,
   * and folders that a marker connects with the folder.
   */
  readonly #related = new Map<PackageId, Set<PackageId>>();
  #linksPackages = false;

  constructor(
    private readonly fileSystem: FileSystem,
    private readonly packages: Packages,
    private readonly folders: ReadonlyMap<PackageId, Texts>,
  ) {
    for (const [id, texts] of folders) {
      this.#readImports(id, texts);
      this.#relate(id, packageOfFile(id));
      for (const text of texts.values()) this.#readMarkers(id, text);
    }
    this.#relateGroups();
  }

  /**
   * Reports whether the folders belong to several npm packages or import from another package of
   * the workspace.
   */
  get crossesPackages(): boolean {
    const owners = new Set([...this.folders.keys()].map((id) => this.packages.npmOf(id)?.folder));
    return this.#linksPackages || owners.size > 1;
  }

  /** Returns the nodes that import from a node. */
  importers(node: string): Iterable<string> {
    return this.#importers.get(node) ?? [];
  }

  /** Returns the nodes that a node imports from, and the folders that are related to it. */
  neighbours(node: string): Iterable<string> {
    return [...(this.#imports.get(node) ?? []), ...(this.#related.get(node) ?? [])];
  }

  #readImports(node: string, texts: Texts): void {
    if (this.#imports.has(node)) return;
    const imports = new Set<string>();
    this.#imports.set(node, imports);
    for (const [path, text] of texts) {
      for (const specifier of new Set(specifiersIn(text))) {
        const imported = this.#importedFile(path, specifier);
        if (imported === undefined) continue;
        const folder = packageOfFile(imported);
        const to = this.folders.has(folder) ? folder : imported;
        imports.add(to);
        addTo(this.#importers, to, node);
        if (to === imported) this.#readImports(to, new Map([[to, this.fileSystem.read(to) ?? ""]]));
      }
    }
  }

  #importedFile(from: string, specifier: string): string | undefined {
    if (specifier.startsWith(".")) return this.packages.resolver.find(from, specifier);
    if (this.packages.linked(from, specifier) !== undefined) this.#linksPackages = true;
    return undefined;
  }

  /**
   * Relates a folder to each folder whose path is the value of a marker in the text, or is part of
   * a reference such as `ref(../v1.Name)`. Unknown markers count too.
   */
  #readMarkers(id: PackageId, text: string): void {
    for (const [, value = ""] of text.matchAll(/\+[\w:.-]+=\s*["'`]?([^\s"'`*]+)/g)) this.#relateNamed(id, value);
    for (const [, folder = ""] of text.matchAll(/\bref\(\s*([^()\s]+)\.[^.()\s]+\s*\)/g)) {
      this.#relateNamed(id, folder);
      for (const other of this.folders.keys()) if (other.endsWith(`/${folder}`)) this.#relate(id, other);
    }
  }

  #relateNamed(id: PackageId, value: string): void {
    this.#relate(id, folderNamed(id, value));
    this.#relate(id, folderNamed(id, `./${value}`));
  }

  #relateGroups(): void {
    const groups = new Map<string, PackageId>();
    for (const [id, texts] of this.folders) {
      const named = [...texts.values()].flatMap((text) => [...text.matchAll(/\+groupName\b(?:=["'`]?([^\s"'`*]*))?/g)]);
      for (const [, group = ""] of named) {
        const first = groups.get(group);
        if (first === undefined) groups.set(group, id);
        else this.#relate(first, id);
      }
    }
  }

  #relate(a: PackageId, b: PackageId): void {
    if (a === b || !this.folders.has(a) || !this.folders.has(b)) return;
    addTo(this.#related, a, b);
    addTo(this.#related, b, a);
  }
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}
