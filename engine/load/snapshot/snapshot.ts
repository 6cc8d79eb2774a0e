import { posix } from "node:path";
import type {
  ConstantDeclaration,
  FunctionDeclaration,
  Package,
  PackageId,
  TypeId,
  Universe,
} from "../../model/universe.js";
import { referencesOfPackage } from "../../model/type-references.js";
import type { FileSystem, FolderEntry } from "../../base/file-system.js";
import type { Problem } from "../../base/problem.js";
import type { Recording } from "../../base/recording.js";
import type { MarkerDefinitions } from "../../markers/definitions.js";
import type { Closure, ClosureFolder } from "../closure.js";
import { sourceTexts } from "../discover/connected-folders.js";
import { specifiersIn } from "../discover/import-specifiers.js";
import type { Module } from "../discover/module.js";
import { isSource, packageOfFile } from "../discover/paths.js";
import type { Folder } from "../files.js";
import { moduleId } from "../lower/module-type.js";
import type { Packages } from "../packages.js";
import type { Sources } from "../sources.js";
import type { TypeEntry, TypeTable } from "../lower/type-table.js";

/**
 * The types, functions and constants of a folder, as plain data. The folder is not read again while
 * the files of the folders in `reached` are unchanged.
 */
export interface FolderSnapshot extends Pick<Folder, "markers" | "position"> {
  /**
   * The folder itself, the folders of all workspace packages that any file imports, and all folders
   * from which these folders import, directly or through other folders.
   */
  readonly reached: readonly PackageId[];
  readonly target: boolean;
  /**
   * True if the run or the folder itself required all types of the folder. Markers in other folders
   * have no effect on this property.
   */
  readonly whole: boolean;
  /** Types of other packages to which the folder refers or on which it depends. */
  readonly foreign: readonly Pick<TypeEntry, "id" | "name" | "file" | "package">[];
  /** npm packages to which the folder's types refer. */
  readonly modules: readonly string[];
  /** The types with their shapes. */
  readonly entries: readonly TypeEntry[];
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** The endings of the folder's relative imports. */
  readonly endings: readonly Package["importEnding"][];
  /** Problems in the comments and imports of the folder's files. */
  readonly problems: readonly Problem[];
  /** The package in the model; undefined if other folders have added types to the package. */
  readonly package: Package | undefined;
}

/**
 * The snapshots of all folders that a run has read, the npm packages that it has searched for, and
 * all texts and folders that were read.
 */
export interface LoadSnapshot {
  /**
   * Definitions of the markers; undefined if they are guaranteed to equal the definitions of the
   * run that reads the snapshot.
   */
  readonly definitions: MarkerDefinitions | undefined;
  readonly folders: ReadonlyMap<PackageId, FolderSnapshot>;
  readonly modules: ReadonlyMap<string, Module | undefined>;
  /** npm packages to which signatures refer. The value is true if the package was installed. */
  readonly installed: ReadonlyMap<string, boolean>;
  readonly texts: Recording["texts"];
  readonly lists: ReadonlyMap<string, readonly FolderEntry[] | undefined>;
}

/** Facts that are read from the syntax of a folder's files. */
export type SyntaxFacts = Pick<FolderSnapshot, "endings" | "problems">;

/** Returns the snapshot of a run that has found no problems. */
export function takeSnapshot(
  { modules, packages }: Sources,
  fileSystem: Recording,
  definitions: MarkerDefinitions,
  { table, folders }: Closure,
  universe: Universe,
  factsOf: (read: ClosureFolder) => SyntaxFacts,
): LoadSnapshot {
  const entries = new Map<PackageId, TypeEntry[]>([...folders.keys()].map((id) => [id, []]));
  for (const entry of table.inOrder) entries.get(entry.package)?.push(entry);
  const imported = importedFolders(fileSystem, packages);
  const snapshots = new Map<PackageId, FolderSnapshot>();
  for (const [id, read] of folders) {
    const found = universe.packages[id];
    const reached = imported(id);
    if (found === undefined || reached === undefined) continue;
    const own = entries.get(id) ?? [];
    const kept = read.snapshot ?? snapshotOf(modules.used, table, read, own, found);
    const isComplete = kept.entries.length === own.length;
    snapshots.set(id, { ...kept, ...factsOf(read), reached, package: isComplete ? found : undefined });
  }
  const { ofTypes, installed } = modules;
  const { texts, folders: lists } = fileSystem;
  return { definitions, folders: snapshots, modules: ofTypes, installed, texts, lists };
}

function snapshotOf(
  used: ReadonlySet<string>,
  table: TypeTable,
  { folder, target, ownWhole, functions, constants }: ClosureFolder,
  entries: readonly TypeEntry[],
  found: Package,
): Omit<FolderSnapshot, keyof SyntaxFacts | "reached" | "package"> {
  const { id, markers, position } = folder;
  const references = referencesOfPackage(found);
  const lookedInto = table.lookedInto(id);
  return {
    markers,
    position,
    target,
    whole: ownWhole,
    functions,
    constants,
    modules: [...used].filter((specifier) => lookedInto.has(moduleId(specifier))),
    foreign: [...new Set([...references, ...lookedInto])].flatMap((type) => foreignOf(table, id, type)),
    // A generic type to which only other folders refer is omitted. It is added again when those
    // folders are read.
    entries: entries.filter((entry) => entry.shape?.kind !== "opaque" || references.has(entry.id)).map(withoutSyntax),
  };
}

function foreignOf(table: TypeTable, pkg: PackageId, id: TypeId): FolderSnapshot["foreign"] {
  const entry = table.entries.get(id);
  return entry === undefined || entry.package === pkg
    ? []
    : [{ id, name: entry.name, file: entry.file, package: entry.package }];
}

/**
 * Returns a copy of an entry without the function `lower`, which would keep the syntax of the files
 * in memory.
 */
function withoutSyntax({ lower: _lower, ...entry }: TypeEntry): TypeEntry {
  return entry;
}

/**
 * Returns a function that returns a folder and all folders from which its files import, directly or
 * through other folders. The function returns undefined if an import refers to a file that is not a
 * source file. The texts are searched without parsing.
 */
function importedFolders(
  fileSystem: FileSystem,
  packages: Packages,
): (id: PackageId) => readonly PackageId[] | undefined {
  const direct = new Map<PackageId, ReadonlySet<PackageId> | undefined>();
  const importsOf = (id: PackageId): ReadonlySet<PackageId> | undefined => {
    if (!direct.has(id)) direct.set(id, readImports(fileSystem, packages, id));
    return direct.get(id);
  };
  return (id) => {
    // A marker can name any package of the workspace that some file imports, so the folders of all
    // these packages are included.
    const linked = [...packages.links.values()].map(packageOfFile);
    const reached = new Set([id, ...linked]);
    // `for` also visits the folders that are added to the set during the loop.
    for (const folder of reached) {
      const imports = importsOf(folder);
      if (imports === undefined) return undefined;
      for (const other of imports) reached.add(other);
    }
    return [...reached];
  };
}

function readImports(fileSystem: FileSystem, packages: Packages, id: PackageId): ReadonlySet<PackageId> | undefined {
  const found = new Set<PackageId>();
  for (const [file, text] of sourceTexts(fileSystem, id)) {
    for (const specifier of specifiersIn(text)) {
      // Imports of generated files are ignored, because generated files are not read.
      if (/(^|\/)zz_generated\./.test(specifier)) continue;
      const isRelative = specifier.startsWith(".");
      const path = isRelative ? packages.resolver.find(file, specifier) : packages.linked(file, specifier);
      if (path === undefined) continue;
      if (!isSource(posix.basename(path))) return undefined;
      found.add(packageOfFile(path));
    }
  }
  return found;
}
