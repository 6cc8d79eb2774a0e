import type {
  ConstantDeclaration,
  FunctionDeclaration,
  Package,
  PackageId,
  TypeId,
  Universe,
} from "../../model/universe.js";
import { referencesOfPackage } from "../../model/type-references.js";
import type { Closure, ClosureFolder } from "../closure.js";
import { fingerprintOfName, type NameFingerprint } from "./name-fingerprint.js";
import { moduleId } from "../lower/module-type.js";
import type { Module, Modules } from "../discover/module.js";
import type { Find } from "../lower/find.js";
import type { SourceFile } from "../syntax/source-file.js";
import { packageOfType, type TypeEntry, type TypeTable } from "../lower/type-table.js";

/**
 * The types, functions and constants of a folder, and their dependencies. As long as the
 * dependencies are unchanged, the folder is not read again.
 */
export interface FolderSnapshot {
  readonly files: readonly SourceFile[];
  readonly target: boolean;
  /** True if the files belong to the runtime itself, whose aliases are the scalars. */
  readonly runtime: boolean;
  /**
   * True if the run or the folder itself required all types of the folder. Markers in other folders
   * have no effect on this property.
   */
  readonly whole: boolean;
  /** The names that the files import, each with its fingerprint when the snapshot was made. */
  readonly names: readonly {
    readonly file: SourceFile;
    readonly path: string;
    readonly fingerprint: NameFingerprint;
  }[];
  /**
   * Folders on whose shapes the types depend. If one of these folders is read again, the folder of
   * this snapshot must also be read again.
   */
  readonly madeOf: readonly PackageId[];
  /** Types of other packages that the folder refers to or depends on. */
  readonly foreign: readonly Pick<TypeEntry, "name" | "file" | "package">[];
  /** npm packages that the folder's types refer to. */
  readonly modules: readonly string[];
  /** The types with their shapes. */
  readonly entries: readonly TypeEntry[];
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** The package in the model; undefined if other folders have added types to the package. */
  readonly package: Package | undefined;
}

/**
 * The snapshots of all folders that a run has read, and the npm packages that the run has searched
 * for.
 */
export interface LoadSnapshot {
  readonly folders: ReadonlyMap<PackageId, FolderSnapshot>;
  readonly modules: ReadonlyMap<string, Module | undefined>;
  /** npm packages that signatures refer to. The value is true if the package was installed. */
  readonly installed: ReadonlyMap<string, boolean>;
}

/** Returns the snapshots of a run without problems. */
export function takeSnapshot(
  find: Find,
  modules: Modules,
  { table, folders }: Closure,
  universe: Universe,
): LoadSnapshot {
  const entries = new Map<PackageId, TypeEntry[]>([...folders.keys()].map((id) => [id, []]));
  for (const entry of table.inOrder) entries.get(entry.package)?.push(entry);
  const snapshots = new Map<PackageId, FolderSnapshot>();
  for (const [id, read] of folders) {
    const found = universe.packages[id];
    if (found !== undefined)
      snapshots.set(id, snapshotOf(find, modules.used, table, read, entries.get(id) ?? [], found));
  }
  return { folders: snapshots, modules: modules.ofTypes, installed: modules.installed };
}

function snapshotOf(
  find: Find,
  used: ReadonlySet<string>,
  table: TypeTable,
  read: ClosureFolder,
  entries: readonly TypeEntry[],
  found: Package,
): FolderSnapshot {
  const { folder, target, ownWhole, functions, constants, snapshot } = read;
  const references = referencesOfPackage(found);
  const lookedInto = table.lookedInto(folder.id);
  const kept = snapshot ?? {
    madeOf: [...new Set([...lookedInto].filter((id) => !isOfModule(table, id)).map(packageOfType))].filter(
      (id) => id !== folder.id,
    ),
    modules: [...used].filter((specifier) => lookedInto.has(moduleId(specifier))),
    foreign: [...new Set([...references, ...lookedInto])].flatMap((id) => foreignOf(table, folder.id, id)),
    // A generic type is omitted if only other folders refer to it. It is added again when these
    // folders are read.
    entries: entries.filter(({ id, shape }) => shape?.kind !== "opaque" || references.has(id)).map(withoutSyntax),
  };
  return {
    ...kept,
    files: folder.files,
    target,
    runtime: isRuntime(find, folder.files),
    whole: ownWhole,
    names: folder.files.flatMap((file) => importedNames(find, file)),
    functions,
    constants,
    package: kept.entries.length === entries.length ? found : undefined,
  };
}

/** Reports whether the files of a folder belong to the runtime itself. */
export function isRuntime(find: Find, [first]: readonly SourceFile[]): boolean {
  return first !== undefined && find.isRuntime(first);
}

function isOfModule(table: TypeTable, id: TypeId): boolean {
  const entry = table.entries.get(id);
  return entry === undefined ? id === moduleId(packageOfType(id)) : entry.file === entry.package;
}

function foreignOf(table: TypeTable, pkg: PackageId, id: TypeId): FolderSnapshot["foreign"] {
  const entry = table.entries.get(id);
  return entry === undefined || entry.package === pkg
    ? []
    : [{ name: entry.name, file: entry.file, package: entry.package }];
}

function importedNames(find: Find, file: SourceFile): FolderSnapshot["names"] {
  return [...find.resolved(file)].flatMap(([path, resolved]) => {
    const [first = ""] = path.split(".");
    // A name that the file itself declares needs no fingerprint, because it changes only if the
    // file changes.
    const isHere = file.declared.has(first) || !file.imports.has(first);
    return isHere ? [] : [{ file, path, fingerprint: fingerprintOfName(find, resolved) }];
  });
}

/**
 * Returns a copy of an entry with a new `lower`. The original function refers to the syntax of old
 * files and would keep it in memory.
 */
function withoutSyntax(entry: TypeEntry): TypeEntry {
  const { shape } = entry;
  return { ...entry, lower: () => shape };
}
