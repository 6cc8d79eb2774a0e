import type {
  ConstantDeclaration,
  FunctionDeclaration,
  Package,
  PackageId,
  TypeId,
  Universe,
} from "../../model/universe.js";
import { referencesOf } from "../../model/type-references.js";
import type { Closure, ClosureFolder } from "../closure.js";
import { meaningOf, type Meaning } from "./name-fingerprint.js";
import { moduleId } from "../lower/module-type.js";
import type { Module } from "../discover/module.js";
import type { Session } from "../session.js";
import type { SourceFile } from "../syntax/source-file.js";
import { packageOfType, type TypeEntry, type TypeTable } from "../lower/type-table.js";

/**
 * What was read of a folder, and all that this depends on: while that is the same, it need not be
 * read again.
 */
export interface Reading {
  readonly files: readonly SourceFile[];
  readonly target: boolean;
  /** Whether they are the runtime's own, whose aliases are the scalars. */
  readonly runtime: boolean;
  /** All of its types were read, and not because another folder's marker says so. */
  readonly whole: boolean;
  /** What the names meant that these files import from others. */
  readonly names: readonly { readonly file: SourceFile; readonly path: string; readonly meaning: Meaning }[];
  /** The folders whose declarations were looked into: it is read again when one of these is. */
  readonly madeOf: readonly PackageId[];
  /** The types of other packages that stand in it or were looked into. */
  readonly foreign: readonly Pick<TypeEntry, "name" | "file" | "package">[];
  /** The modules that its types name. */
  readonly modules: readonly string[];
  /** Its types, their shapes made. */
  readonly entries: readonly TypeEntry[];
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** As it stands in the model; undefined where other folders have added types to it. */
  readonly package: Package | undefined;
}

/** All that a run has read. */
export interface Readings {
  readonly folders: ReadonlyMap<PackageId, Reading>;
  readonly modules: ReadonlyMap<string, Module | undefined>;
  /** Packages that signatures name. */
  readonly installed: ReadonlyMap<string, boolean>;
}

/** Keeps the readings of a run that found no problem. */
export function keepReadings(session: Session, { table, folders }: Closure, universe: Universe): Readings {
  const entries = new Map<PackageId, TypeEntry[]>([...folders.keys()].map((id) => [id, []]));
  for (const entry of table.inOrder) entries.get(entry.package)?.push(entry);
  const readings = new Map<PackageId, Reading>();
  for (const [id, read] of folders) {
    const found = universe.packages[id];
    if (found !== undefined) readings.set(id, keepReading(session, table, read, entries.get(id) ?? [], found));
  }
  const modules = new Map([...session.modules].filter(([specifier]) => session.named.has(specifier)));
  return { folders: readings, modules, installed: session.installed };
}

function keepReading(
  session: Session,
  table: TypeTable,
  read: ClosureFolder,
  entries: readonly TypeEntry[],
  found: Package,
): Reading {
  const { folder, target, ownWhole, functions, constants, reading } = read;
  const references = referencesOf(found);
  const lookedInto = table.lookedInto(folder.id);
  const kept = reading ?? {
    madeOf: [...new Set([...lookedInto].filter((id) => !isOfModule(table, id)).map(packageOfType))].filter(
      (id) => id !== folder.id,
    ),
    modules: [...session.named].filter((specifier) => lookedInto.has(moduleId(specifier))),
    foreign: [...new Set([...references, ...lookedInto])].flatMap((id) => foreignOf(table, folder.id, id)),
    // Others' instantiations add a generic's name: it is theirs to add.
    entries: entries.filter(({ id, shape }) => shape?.kind !== "opaque" || references.has(id)).map(withoutSyntax),
  };
  return {
    ...kept,
    files: folder.files,
    target,
    runtime: isRuntime(session, folder.files),
    whole: ownWhole,
    names: folder.files.flatMap((file) => importedNames(session, file)),
    functions,
    constants,
    package: kept.entries.length === entries.length ? found : undefined,
  };
}

export function isRuntime(session: Session, [first]: readonly SourceFile[]): boolean {
  return first !== undefined && session.isRuntime(first.path);
}

function isOfModule(table: TypeTable, id: TypeId): boolean {
  const entry = table.entries.get(id);
  return entry === undefined ? id === moduleId(packageOfType(id)) : entry.file === entry.package;
}

function foreignOf(table: TypeTable, home: PackageId, id: TypeId): Reading["foreign"] {
  const entry = table.entries.get(id);
  return entry === undefined || entry.package === home
    ? []
    : [{ name: entry.name, file: entry.file, package: entry.package }];
}

function importedNames(session: Session, file: SourceFile): Reading["names"] {
  return [...(session.names.get(file) ?? [])].flatMap(([path, resolved]) => {
    const [first = ""] = path.split(".");
    // What the file itself says of a name stays while the file stays.
    const isHere = file.declared.has(first) || !file.imports.has(first);
    return isHere ? [] : [{ file, path, meaning: meaningOf(session, resolved) }];
  });
}

/** Syntax of files that are no longer there would be held by it. */
function withoutSyntax(entry: TypeEntry): TypeEntry {
  const { shape } = entry;
  return { ...entry, lower: () => shape };
}
