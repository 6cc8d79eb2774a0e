import { posix } from "node:path";
import { compiler } from "./syntax/compiler.js";
import { groupName } from "../markers/group-name.js";
import type { ConstantDeclaration, FunctionDeclaration, PackageId } from "../model/universe.js";
import { once } from "../util/once.js";
import { orderStrings, type Position, type Problem } from "../base/problem.js";
import { idOfDeclared, isExportedName, isGeneric, positionOfName } from "./lower/declaration.js";
import { addDeclared, addGeneric } from "./lower/declared-type.js";
import { nearestFolder, noPackage, folderNotFound } from "./discover/find-packages.js";
import { constantsInFile, functionsInFile } from "./lower/functions.js";
import { addModuleType } from "./lower/module-type.js";
import { folderNamed } from "../markers/marker-folder.js";
import type { Marker } from "../markers/marker.js";
import type { FolderSnapshot } from "./snapshot/snapshot.js";
import type { Folder } from "./files.js";
import type { FileSystem } from "../base/file-system.js";
import type { LowerContext } from "./lower/scope.js";
import type { Sources } from "./sources.js";
import type { DeclaredName } from "./syntax/source-file.js";
import { TypeTable, type TypeEntry } from "./lower/type-table.js";
import { lowerReference } from "./lower/lower-reference.js";
import { lowerShape } from "./lower/lower-shape.js";
import { lowerType } from "./lower/lower-type.js";
import { structureOf } from "./lower/structure.js";
import { loadProblems } from "./problem-codes.js";

/** The functions that lower syntax, for their calls of each other. */
const lowering = { type: lowerType, shape: lowerShape, structure: structureOf, reference: lowerReference };

/** The target folders and all folders to which they refer, with their lowered types. */
export interface Closure {
  readonly table: TypeTable;
  readonly folders: ReadonlyMap<PackageId, ClosureFolder>;
}

/** A folder whose types, functions and constants were read. */
export interface ClosureFolder {
  readonly folder: Folder;
  readonly target: boolean;
  /**
   * True if all types of the folder are read. This applies to targets, to the folders in `others`
   * of `readClosure`, to folders that markers name, and to folders of API types. In the remaining
   * folders, only types to which another type refers are read.
   */
  readonly whole: boolean;
  /**
   * True if the run or the folder itself requires all types of the folder. Markers in other folders
   * have no effect on this property.
   */
  readonly ownWhole: boolean;
  readonly functions: readonly FunctionDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /**
   * The snapshot whose types were used, so that the folder was not read; undefined if the folder
   * was read.
   */
  readonly snapshot?: FolderSnapshot | undefined;
}

/**
 * Lowers the types of the target folders and of all folders on which they depend.
 *
 * @param others folders whose types are all read, like those of targets
 * @param snapshots valid snapshots of an earlier run
 */
export function readClosure(
  sources: Sources,
  targets: readonly string[],
  others: readonly string[] = [],
  snapshots: ReadonlyMap<PackageId, FolderSnapshot> = new Map(),
): Closure {
  const ids = (paths: readonly string[]) => new Set(paths.map((path) => folderNamed(".", path)));
  return new ClosureReader(sources, ids(targets), ids(others), snapshots).read();
}

/** Reads folders, and the folders to which these refer, until no unread folder remains. */
class ClosureReader {
  readonly #folders = new Map<PackageId, ClosureFolder>();
  readonly #table: TypeTable;
  readonly #context: LowerContext;
  /** Queue of folders to read. Its order does not depend on which folders are targets. */
  readonly #waiting: PackageId[];
  /**
   * Folders that the run or a marker names. The value is the position of the marker; undefined for
   * a folder that the run names.
   */
  readonly #named: Map<PackageId, Position | undefined>;
  /** All folders that were added to `#waiting` at least once. */
  readonly #asked: Set<PackageId>;
  /** Number of types in the table whose references to other folders were already followed. */
  #followed = 0;

  constructor(
    private readonly sources: Sources,
    private readonly targets: ReadonlySet<PackageId>,
    private readonly others: ReadonlySet<PackageId>,
    private readonly snapshots: ReadonlyMap<PackageId, FolderSnapshot>,
  ) {
    this.#waiting = [...new Set([...targets, ...others])].sort(orderStrings);
    this.#named = new Map(this.#waiting.map((id) => [id, undefined]));
    this.#asked = new Set(this.#waiting);
    this.#table = new TypeTable(
      (id) => this.#snapshotOf(id)?.entries,
      (problem) => {
        sources.findings.add(problem);
      },
    );
    this.#context = { ...sources, lower: lowering, table: this.#table };
  }

  read(): Closure {
    for (let id = this.#waiting.shift(); id !== undefined; id = this.#waiting.shift()) {
      const before = this.#folders.get(id);
      if (before !== undefined && (before.whole || !this.#named.has(id))) continue;
      const folder = this.sources.files.folder(id);
      if (folder !== undefined) {
        this.#readFolder(folder, before);
        this.#follow(folder);
      } else if (this.#named.has(id))
        this.sources.findings.add(missing(this.sources.files.fileSystem, id, this.#named.get(id)));
    }
    return { table: this.#table, folders: this.#folders };
  }

  /**
   * Reads the types, functions and constants of a folder.
   * @param before result of an earlier read of this folder, in which only types with references
   * from other folders were read
   */
  #readFolder(folder: Folder, before: ClosureFolder | undefined): void {
    const context = this.#context;
    const { id } = folder;
    const table = this.#table;
    const target = this.targets.has(id);
    const ownWhole = this.#isOwnWhole(id);
    const whole = this.#named.has(id) || ownWhole;
    const snapshot = this.#snapshotOf(id);
    if (before !== undefined) {
      table.readFor(id, () => {
        readTypes(context, folder);
      });
      this.#folders.set(id, { ...before, whole });
    } else if (snapshot !== undefined) {
      const { functions, constants } = snapshot;
      this.#takeOver(id, snapshot);
      this.#folders.set(id, { folder, target, whole, ownWhole, functions, constants, snapshot });
    } else {
      table.readFor(id, () => {
        if (whole) readTypes(context, folder);
        const functions = folder.files.flatMap((file) => functionsInFile(context, file));
        const constants = folder.files.flatMap((file) => constantsInFile(context, file));
        this.#folders.set(id, { folder, target, whole, ownWhole, functions, constants });
      });
    }
  }

  /** Adds the types of a snapshot, and the types of other folders to which they refer. */
  #takeOver(id: PackageId, { foreign, modules }: FolderSnapshot): void {
    const table = this.#table;
    table.take(id);
    for (const specifier of modules) this.sources.modules.use(specifier);
    for (const { id: type, name, file, package: from } of foreign) {
      table.take(from);
      if (table.entries.has(type)) continue;
      // For a type of an npm package, `file` contains the specifier.
      if (file === from) {
        addModuleType(table, file, name);
        continue;
      }
      // An instantiation of a generic has no declaration of its own. It is added together with the
      // generic type.
      const declared = this.sources.files.file(file)?.declared.get(name);
      if (declared === undefined) continue;
      if (isGeneric(declared)) addGeneric(table, declared);
      else addDeclared(this.#context, declared);
    }
    table.settle();
  }

  /** Queues the folders to which the markers and the new types of a folder refer. */
  #follow(folder: Folder): void {
    for (const named of foldersIn(folder.markers, false)) this.#ask(named.id, named.position);
    const { inOrder } = this.#table;
    for (const entry of inOrder.slice(this.#followed)) {
      if (entry.file === entry.package) continue;
      for (const referred of foldersOfDefaults(entry)) this.#ask(referred.id, referred.position);
      this.#ask(entry.package);
    }
    this.#followed = inOrder.length;
  }

  /**
   * Adds a folder to the queue if it must be read.
   * @param from position of the marker that names the folder; absent if no marker names it
   */
  #ask(id: PackageId, from?: Position): void {
    // If a marker names a folder, all types of the folder are needed. If only some types were read
    // before, the folder is read again.
    const isNews = from !== undefined && !this.#named.has(id);
    if (isNews) this.#named.set(id, from);
    if (this.#asked.has(id) && !isNews) return;
    this.#asked.add(id);
    this.#waiting.push(id);
  }

  #isOwnWhole(id: PackageId): boolean {
    return this.targets.has(id) || this.others.has(id) || isAPIFolder(this.sources.files.folder(id));
  }

  #snapshotOf(id: PackageId): FolderSnapshot | undefined {
    const snapshot = this.snapshots.get(id);
    const isUsable = snapshot?.whole === true && snapshot.target === this.targets.has(id) && this.#isOwnWhole(id);
    return isUsable ? snapshot : undefined;
  }
}

/** Reports whether a folder has a package marker that only folders of API types have. */
function isAPIFolder(folder: Folder | undefined): boolean {
  return (folder?.markers ?? []).some((marker) => marker.name.startsWith("k8s:") || groupName.matches(marker));
}

/** Returns the folders to which the `+default=ref(…)` markers of a type and of its fields refer. */
const foldersOfDefaults = once((entry: TypeEntry): readonly NamedFolder[] => {
  const fields = entry.shape?.kind === "object" ? entry.shape.fields : [];
  return [entry, ...fields].flatMap(({ markers }) => foldersIn(markers, true));
});

/** A folder that a marker names, and the position of the marker. */
interface NamedFolder {
  readonly id: PackageId;
  readonly position: Position;
}

/**
 * Returns the folders that markers name.
 * @param isReference true for folders in references, such as `../x` in `+default=ref(../x.Name)`;
 * false for folders that package markers name: the hub, folders of types, and inputs
 */
function foldersIn(markers: readonly Marker[], isReference: boolean): NamedFolder[] {
  return markers.flatMap(({ folder, position }) =>
    folder !== undefined && (folder.role === "reference") === isReference ? [{ id: folder.id, position }] : [],
  );
}

/**
 * Adds the exported types of a folder. Then tries to add the types that are not exported, and omits
 * unsupported ones.
 */
function readTypes(context: LowerContext, folder: Folder): void {
  const { findings, table } = context;
  const own: DeclaredName[] = [];
  for (const file of folder.files) {
    for (const declared of file.declared.values()) {
      const [node] = declared.nodes;
      const plain =
        node !== undefined &&
        (compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node)) &&
        (node.typeParameters ?? []).length === 0;
      if (plain) own.push(declared);
      // Markers of a class are reported, because a class is never part of the model. Comments of
      // other declarations, such as generic types and enums, are skipped.
      else for (const node of declared.nodes) if (!compiler.isClassDeclaration(node)) file.comments.skip(node);
    }
  }
  const exported = own.filter(isExportedName);
  const first = new Map<string, DeclaredName>();
  for (const declared of exported) {
    const other = first.get(declared.name);
    if (other === undefined) {
      first.set(declared.name, declared);
      addDeclared(context, declared);
    } else {
      for (const node of declared.nodes) declared.file.comments.skip(node);
      findings.add(twice(declared, other));
    }
  }
  table.settle();
  for (const declared of own) {
    if (table.entries.has(idOfDeclared(declared))) continue;
    // An unexported type that no other type uses may be unsupported, so its problems are not
    // reported.
    findings.attempt(table, () => {
      addDeclared(context, declared);
      table.settle();
    });
  }
}

function twice(declared: DeclaredName, other: DeclaredName): Problem {
  return {
    ...loadProblems.is("load/duplicate-type"),
    message: `${declared.name} is also declared in ${other.file.path}: names of generated functions contain the name of the type, so the name must be unique in a folder`,
    hint: "rename one of them",
    position: positionOfName(declared),
  };
}

function missing(fileSystem: FileSystem, id: PackageId, from: Position | undefined): Problem {
  const problem = fileSystem.list(id) === undefined ? folderNotFound(fileSystem, id) : noPackage(id);
  if (from === undefined) return problem;
  const reason = problem.code === "load/not-found" ? "does not exist" : "has no API types";
  const named = { ...problem, message: `the marker names the folder ${id}, which ${reason}`, position: from };
  if (problem.code !== "load/not-found") return named;
  const folder = posix.dirname(from.file);
  if (fileSystem.list(posix.join(folder, id)) !== undefined)
    return {
      ...named,
      hint: `did you mean ./${id}? A path without a leading dot is relative to the root of the project`,
    };
  if (id.startsWith("@")) {
    const message = `the marker names ${id}, which is neither a folder nor a workspace package that exports its sources`;
    return {
      ...named,
      message,
      hint: `name a folder, or a workspace package that is in "dependencies" and whose "exports" refer to its sources or to files built from the sources`,
    };
  }
  const meant = nearestFolder(fileSystem, id);
  const isOther = meant !== undefined && meant !== folder;
  return {
    ...named,
    hint: isOther
      ? `did you mean ${posix.relative(folder, meant)}?`
      : `a path with a leading dot is relative to ${folder}, the folder of the marker: .. is the folder above it`,
  };
}
