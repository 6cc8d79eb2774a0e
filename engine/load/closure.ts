import { posix } from "node:path";
import { compiler } from "./syntax/compiler.js";
import type { ConstantDeclaration, FunctionDeclaration, PackageId } from "../model/universe.js";
import { once } from "../util/once.js";
import { compareText, type Position, type Problem } from "../problem.js";
import { declaredId, isExportedName, isGeneric } from "./lower/declaration.js";
import { addDeclared, addGeneric } from "./lower/declared-type.js";
import { nearestFolder, noPackage, notFound } from "./discover/find-packages.js";
import { constantsOf, functionsOf } from "./lower/functions.js";
import { addModuleType } from "./lower/module-type.js";
import { namedFolders, referredFolder, type NamedFolder } from "./discover/named-folders.js";
import { resolveFolder } from "./discover/paths.js";
import type { FolderSnapshot } from "./snapshot/snapshot.js";
import type { Folder, Session } from "./session.js";
import type { Declared } from "./syntax/source-file.js";
import { TypeTable, type TypeEntry } from "./lower/type-table.js";
import { lowering } from "./lower/lowering.js";

/** The targets and everything that they refer to, lowered. */
export interface Closure {
  readonly table: TypeTable;
  readonly folders: ReadonlyMap<PackageId, ClosureFolder>;
}

export interface ClosureFolder {
  readonly folder: Folder;
  readonly target: boolean;
  /**
   * Whether all types are read: those of a target, of a folder that a marker names, and of a folder
   * of API types. Otherwise only types that another type refers to are read.
   */
  readonly whole: boolean;
  /** Whether all types are read for another reason than a marker in another folder. */
  readonly ownWhole: boolean;
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** The snapshot that replaced the reading of the folder. */
  readonly snapshot?: FolderSnapshot | undefined;
}

/**
 * Lowers the types of the targets and of all folders that they depend on.
 *
 * @param others folders whose types are all read, like those of targets
 * @param snapshots valid snapshots of an earlier session
 */
export function readClosure(
  session: Session,
  targets: readonly string[],
  others: readonly string[] = [],
  snapshots: ReadonlyMap<PackageId, FolderSnapshot> = new Map(),
): Closure {
  const folders = new Map<PackageId, ClosureFolder>();
  const ids = targets.map((target) => resolveFolder(".", target));
  // The order does not depend on which folders are targets.
  const waiting = [...new Set([...ids, ...others.map((other) => resolveFolder(".", other))])].sort(compareText);
  /** Folders that the run or a marker names, with the position of the marker. */
  const named = new Map<PackageId, Position | undefined>(waiting.map((id) => [id, undefined]));
  const asked = new Set(waiting);
  const isOwnWhole = (id: PackageId): boolean =>
    ids.includes(id) || others.includes(id) || isAPIFolder(session.folder(id));
  const known = (id: PackageId): FolderSnapshot | undefined => {
    const snapshot = snapshots.get(id);
    return snapshot?.whole === true && snapshot.target === ids.includes(id) && isOwnWhole(id) ? snapshot : undefined;
  };
  const table = new TypeTable(
    (id) => known(id)?.entries,
    (problem) => session.problems.push(problem),
  );
  let followed = 0;
  const ask = (id: PackageId, from?: Position): void => {
    // A folder that is named is read again as a whole, also if types of it were read before.
    const isNews = from !== undefined && !named.has(id);
    if (isNews) named.set(id, from);
    if (asked.has(id) && !isNews) return;
    asked.add(id);
    waiting.push(id);
  };
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const pkg = id;
    const before = folders.get(id);
    if (before !== undefined && (before.whole || !named.has(id))) continue;
    const folder = session.folder(id);
    if (folder === undefined) {
      if (named.has(id)) session.problems.push(missing(session, id, named.get(id)));
      continue;
    }
    const target = ids.includes(id);
    const ownWhole = isOwnWhole(id);
    const whole = named.has(id) || ownWhole;
    const snapshot = known(id);
    if (before !== undefined) {
      table.readFor(id, () => {
        readTypes(session, table, folder);
      });
      folders.set(id, { ...before, whole });
    } else if (snapshot === undefined)
      table.readFor(id, () =>
        folders.set(pkg, { folder, target, whole, ownWhole, ...readFolder(session, table, folder, whole) }),
      );
    else {
      const { functions, constants } = snapshot;
      takeOver(session, table, id, snapshot);
      folders.set(id, { folder, target, whole, ownWhole, functions, constants, snapshot });
    }
    for (const peer of namedFolders(id, folder.markers)) ask(peer.id, peer.position);
    // Folders of the types that were referred to, and folders in their defaults.
    for (const entry of table.inOrder.slice(followed)) {
      if (entry.file === entry.package) continue;
      for (const referred of referredFolders(entry)) ask(referred.id, referred.position);
      ask(entry.package);
    }
    followed = table.inOrder.length;
  }
  return { table, folders };
}

/** Reports whether a folder has package markers of API types. */
function isAPIFolder(folder: Folder | undefined): boolean {
  return (folder?.markers ?? []).some(({ name }) => name.startsWith("k8s:") || name === "groupName");
}

function readFolder(
  session: Session,
  table: TypeTable,
  folder: Folder,
  whole: boolean,
): Pick<ClosureFolder, "functions" | "constants"> {
  if (whole) readTypes(session, table, folder);
  return {
    functions: folder.files.flatMap((file) => functionsOf(session, table, folder.id, file)),
    constants: folder.files.flatMap((file) => constantsOf(session, table, folder.id, file)),
  };
}

/** Adds the types of a snapshot to the table, and the types of other folders that they refer to. */
function takeOver(session: Session, table: TypeTable, id: PackageId, { foreign, modules }: FolderSnapshot): void {
  table.take(id);
  for (const specifier of modules) session.named.add(specifier);
  for (const { name, file, package: from } of foreign) {
    // Types of npm packages have the specifier as their file.
    if (file === from) {
      addModuleType(table, file, name);
      continue;
    }
    // A type without a declaration, such as an instantiation, is added with the type that it comes
    // from.
    const declared = session.file(file)?.declared.get(name);
    if (declared === undefined) continue;
    if (isGeneric(declared)) addGeneric(table, declared);
    else addDeclared(session, table, lowering, declared);
  }
  table.settle();
}

/** Returns the folders in the defaults of a type and of its fields. */
const referredFolders = once((entry: TypeEntry): readonly NamedFolder[] => {
  const fields = entry.shape?.kind === "object" ? entry.shape.fields : [];
  return [entry, ...fields].flatMap(({ markers }) =>
    markers.flatMap((marker) => referredFolder(entry.package, marker) ?? []),
  );
});

/** Adds the exported types of a folder, and then the unexported types that are data. */
function readTypes(session: Session, table: TypeTable, folder: Folder): void {
  const own: Declared[] = [];
  for (const file of folder.files) {
    for (const declared of file.declared.values()) {
      const [node] = declared.nodes;
      const plain =
        node !== undefined &&
        (compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node)) &&
        (node.typeParameters ?? []).length === 0;
      if (plain) own.push(declared);
      else for (const node of declared.nodes) file.comments.skip(node);
    }
  }
  const exported = own.filter(isExportedName);
  const first = new Map<string, Declared>();
  for (const declared of exported) {
    const other = first.get(declared.name);
    if (other === undefined) {
      first.set(declared.name, declared);
      addDeclared(session, table, lowering, declared);
    } else {
      for (const node of declared.nodes) declared.file.comments.skip(node);
      session.problems.push(twice(declared, other));
    }
  }
  table.settle();
  for (const declared of own) {
    if (table.entries.has(declaredId(declared))) continue;
    // Unexported types that nothing uses may be of any kind.
    session.attempt(table, () => {
      addDeclared(session, table, lowering, declared);
      table.settle();
    });
  }
}

function twice(declared: Declared, other: Declared): Problem {
  const [node] = declared.nodes;
  const { line, character } = declared.file.node.getLineAndCharacterOfPosition(
    (node?.name ?? declared.file.node).getStart(declared.file.node),
  );
  return {
    code: "load/duplicate-type",
    severity: "error",
    message: `${declared.name} is also declared in ${other.file.path}: names of generated functions contain the type's name, so it must be unique in a folder`,
    hint: "rename one of them",
    position: { file: declared.file.path, line: line + 1, column: character + 1 },
  };
}

function missing(session: Session, id: PackageId, from: Position | undefined): Problem {
  const problem = session.fileSystem.list(id) === undefined ? notFound(session.fileSystem, id) : noPackage(id);
  if (from === undefined) return problem;
  const fault = problem.code === "load/not-found" ? "does not exist" : "has no API types";
  const named = { ...problem, message: `the marker names the folder ${id}, which ${fault}`, position: from };
  if (problem.code !== "load/not-found") return named;
  const folder = posix.dirname(from.file);
  if (session.fileSystem.list(posix.join(folder, id)) !== undefined)
    return { ...named, hint: `did you mean ./${id}? A path without a leading dot is relative to the root` };
  if (id.startsWith("@")) {
    const message = `the marker names ${id}, which is neither a folder nor a package of this workspace that exports its sources`;
    return {
      ...named,
      message,
      hint: `name a folder, or a package of the workspace that is in "dependencies" and whose "exports" refer to its sources or to files built from them`,
    };
  }
  const meant = nearestFolder(session.fileSystem, id);
  const isOther = meant !== undefined && meant !== folder;
  return {
    ...named,
    hint: isOther
      ? `did you mean ${posix.relative(folder, meant)}?`
      : `a path with a leading dot is relative to ${folder}, the folder of the marker: .. is the folder above it`,
  };
}
