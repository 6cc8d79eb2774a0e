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
import type { Reading } from "./snapshot/snapshot.js";
import type { Folder, Session } from "./session.js";
import type { Declared } from "./syntax/source-file.js";
import { TypeTable, type TypeEntry } from "./lower/type-table.js";
import { lowering } from "./lower/lowering.js";

/** Everything that the targets lead to, read. */
export interface Closure {
  readonly table: TypeTable;
  readonly folders: ReadonlyMap<PackageId, ClosureFolder>;
}

export interface ClosureFolder {
  readonly folder: Folder;
  readonly target: boolean;
  /**
   * All of its types are read: a target, named by a marker, or an API folder. Else only those that
   * something refers to.
   */
  readonly whole: boolean;
  /** And that because of what it is, not because another folder's marker names it. */
  readonly ownWhole: boolean;
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** What it is taken over from. */
  readonly reading?: Reading | undefined;
}

/**
 * @param others folders that are read as a whole, as targets are
 * @param readings of an earlier session, which this one would come to again
 */
export function readClosure(
  session: Session,
  targets: readonly string[],
  others: readonly string[] = [],
  readings: ReadonlyMap<PackageId, Reading> = new Map(),
): Closure {
  const folders = new Map<PackageId, ClosureFolder>();
  const ids = targets.map((target) => resolveFolder(".", target));
  // In the same order whichever of them are targets.
  const waiting = [...new Set([...ids, ...others.map((other) => resolveFolder(".", other))])].sort(compareText);
  /** Those that targets or markers name, and where. */
  const named = new Map<PackageId, Position | undefined>(waiting.map((id) => [id, undefined]));
  const asked = new Set(waiting);
  const isOwnWhole = (id: PackageId): boolean =>
    ids.includes(id) || others.includes(id) || isAPIFolder(session.folder(id));
  const known = (id: PackageId): Reading | undefined => {
    const reading = readings.get(id);
    return reading?.whole === true && reading.target === ids.includes(id) && isOwnWhole(id) ? reading : undefined;
  };
  const table = new TypeTable(
    (id) => known(id)?.entries,
    (problem) => session.problems.push(problem),
  );
  let followed = 0;
  const ask = (id: PackageId, from?: Position): void => {
    // Of one that is named all is read, though types have led to it before.
    const isNews = from !== undefined && !named.has(id);
    if (isNews) named.set(id, from);
    if (asked.has(id) && !isNews) return;
    asked.add(id);
    waiting.push(id);
  };
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const home = id;
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
    const reading = known(id);
    if (before !== undefined) {
      table.readFor(id, () => {
        readTypes(session, table, folder);
      });
      folders.set(id, { ...before, whole });
    } else if (reading === undefined)
      table.readFor(id, () =>
        folders.set(home, { folder, target, whole, ownWhole, ...readFolder(session, table, folder, whole) }),
      );
    else {
      const { functions, constants } = reading;
      takeOver(session, table, id, reading);
      folders.set(id, { folder, target, whole, ownWhole, functions, constants, reading });
    }
    for (const peer of namedFolders(id, folder.markers)) ask(peer.id, peer.position);
    // What types refer to, and what their defaults do.
    for (const entry of table.inOrder.slice(followed)) {
      if (entry.file === entry.package) continue;
      for (const referred of referredFolders(entry)) ask(referred.id, referred.position);
      ask(entry.package);
    }
    followed = table.inOrder.length;
  }
  return { table, folders };
}

/** Whether package markers make it a folder of API types. */
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

/**
 * Adds what the reading of a folder would have added: its types, and those of others that they
 * refer to.
 */
function takeOver(session: Session, table: TypeTable, id: PackageId, { foreign, modules }: Reading): void {
  table.take(id);
  for (const specifier of modules) session.named.add(specifier);
  for (const { name, file, package: from } of foreign) {
    // A module's types have it for their file.
    if (file === from) {
      addModuleType(table, file, name);
      continue;
    }
    // What has no declaration of its own comes with a type that was looked into.
    const declared = session.file(file)?.declared.get(name);
    if (declared === undefined) continue;
    if (isGeneric(declared)) addGeneric(table, declared);
    else addDeclared(session, table, lowering, declared);
  }
  table.settle();
}

/** The folders that defaults of a type or its fields name. */
const referredFolders = once((entry: TypeEntry): readonly NamedFolder[] => {
  const fields = entry.shape?.kind === "object" ? entry.shape.fields : [];
  return [entry, ...fields].flatMap(({ markers }) =>
    markers.flatMap((marker) => referredFolder(entry.package, marker) ?? []),
  );
});

/** Reads the exported types of a folder, then those of the others that are data. */
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
      else declared.nodes.forEach(file.comments.skip);
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
      declared.nodes.forEach(declared.file.comments.skip);
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
    message: `${declared.name} is declared in ${other.file.path} too: functions are named after types, so a name stands once in a folder`,
    hint: "rename one of them",
    position: { file: declared.file.path, line: line + 1, column: character + 1 },
  };
}

function missing(session: Session, id: PackageId, from: Position | undefined): Problem {
  const problem = session.fileSystem.list(id) === undefined ? notFound(session.fileSystem, id) : noPackage(id);
  if (from === undefined) return problem;
  const told = { ...problem, message: `${problem.message}, which the marker names`, position: from };
  if (problem.code !== "load/not-found") return told;
  const home = posix.dirname(from.file);
  if (session.fileSystem.list(posix.join(home, id)) !== undefined)
    return { ...told, hint: `did you mean ./${id}? What begins with no point is a path from the root` };
  if (id.startsWith("@")) {
    const message = `there is neither a folder ${id} nor a package of this workspace whose sources are exported by this name, which the marker names`;
    return {
      ...told,
      message,
      hint: `name a folder, or a package that stands in the workspace and in "dependencies": its "exports" lead to the sources or to what is built from them`,
    };
  }
  const meant = nearestFolder(session.fileSystem, id);
  const isOther = meant !== undefined && meant !== home;
  return {
    ...told,
    hint: isOther
      ? `did you mean ${posix.relative(home, meant)}?`
      : `a path that begins with a point is relative to ${home}, where the marker stands: .. is the folder above it`,
  };
}
