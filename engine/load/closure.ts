import { posix } from "node:path";
import { compiler } from "./compiler.js";
import type { ConstantDeclaration, FunctionDeclaration, PackageId } from "../model/universe.js";
import { compareText, type Position, type Problem } from "../problem.js";
import { addDeclared, declaredId, isExportedName } from "./declared-type.js";
import { nearestFolder, noPackage, notFound } from "./find-packages.js";
import { constantsOf, functionsOf } from "./functions.js";
import { namedFolders, referredFolder } from "./named-folders.js";
import { resolveFolder } from "./paths.js";
import type { Folder, Session } from "./session.js";
import type { Declared } from "./source-file.js";
import { createTypeTable, type TypeTable } from "./type-table.js";

/** Everything that the targets lead to, read. */
export interface Closure {
  readonly table: TypeTable;
  readonly folders: ReadonlyMap<PackageId, ClosureFolder>;
}

export interface ClosureFolder {
  readonly folder: Folder;
  readonly target: boolean;
  /** All of its types are read: a target, named by a marker, or an API folder. Else only those that something refers to. */
  readonly whole: boolean;
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
}

export function readClosure(session: Session, targets: readonly string[]): Closure {
  const table = createTypeTable();
  const folders = new Map<PackageId, ClosureFolder>();
  const ids = [...new Set(targets.map((target) => resolveFolder(".", target)))].sort(compareText);
  const waiting: { readonly id: PackageId; readonly named: boolean; readonly from?: Position }[] = ids.map((id) => ({ id, named: true }));
  const asked = new Set(ids);
  let followed = 0;
  const ask = (id: PackageId, from?: Position): void => {
    if (asked.has(id)) return;
    asked.add(id);
    waiting.push(from === undefined ? { id, named: false } : { id, named: true, from });
  };
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { id, named, from } = next;
    const folder = session.folder(id);
    if (folder === undefined) {
      if (named) session.problems.push(missing(session, id, from));
      continue;
    }
    const whole = named || folder.markers.some((marker) => marker.name.startsWith("k8s:") || marker.name === "groupName");
    if (whole) readTypes(session, table, folder);
    folders.set(id, {
      folder,
      target: ids.includes(id),
      whole,
      functions: folder.files.flatMap((file) => functionsOf(session, table, id, file)),
      constants: folder.files.flatMap((file) => constantsOf(session, table, id, file)),
    });
    for (const peer of namedFolders(id, folder.markers)) ask(peer.id, peer.position);
    // What types refer to, and what their defaults do.
    for (const entry of table.inOrder.slice(followed)) {
      if (!entry.file.endsWith(".ts")) continue;
      for (const marker of [
        ...entry.markers,
        ...(entry.shape?.kind === "object" ? entry.shape.fields.flatMap((field) => field.markers) : []),
      ]) {
        const referred = referredFolder(entry.package, marker);
        if (referred !== undefined) ask(referred.id, referred.position);
      }
      ask(entry.package);
    }
    followed = table.inOrder.length;
  }
  return { table, folders };
}

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
      addDeclared(session, table, declared);
    } else {
      declared.nodes.forEach(declared.file.comments.skip);
      session.problems.push(twice(declared, other));
    }
  }
  table.settle();
  for (const declared of own) {
    if (table.entries.has(declaredId(declared))) continue;
    const known = session.problems.length;
    const before = table.entries.size;
    addDeclared(session, table, declared);
    table.settle();
    if (session.problems.length === known) continue;
    // Nothing exported uses it, so it may be anything.
    session.problems.length = known;
    table.forget(before);
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
  const meant = nearestFolder(session.fileSystem, id);
  const isOther = meant !== undefined && meant !== home;
  return { ...told, hint: isOther ? `did you mean ${posix.relative(home, meant)}?` : `the path is relative to ${home}, where the marker stands: .. is the folder above it` };
}
