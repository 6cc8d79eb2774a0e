import { posix } from "node:path";
import { noWorkspace, type Workspace } from "../base/workspace.js";
import type { Definitions } from "../markers/definitions.js";
import type { Marker } from "../markers/marker.js";
import type { PackageId, TypeId } from "../model/universe.js";
import type { Position, Problem } from "../base/problem.js";
import { runtimePackage } from "../base/runtime-package.js";
import type { FileSystem } from "../base/file-system.js";
import { foldersAbove, linkedPackage } from "./discover/linked-package.js";
import type { Module } from "./discover/module.js";
import { withFolders } from "./discover/named-folders.js";
import { readNpmFolder, sourceFile, type NpmFolder } from "./discover/npm-package.js";
import { isSource, npmPackage, resolveRelative } from "./discover/paths.js";
import type { ResolvedNames } from "./lower/resolve.js";
import { syntaxErrors } from "./syntax/parse.js";
import { readSourceFile, type SourceFile } from "./syntax/source-file.js";
import { isOverflow, tooDeepText } from "./syntax/too-deep.js";

/** A folder whose files are read. */
export interface Folder {
  readonly id: PackageId;
  readonly files: readonly SourceFile[];
  /** The package markers in the folder's files. */
  readonly markers: readonly Marker[];
  /** Start of the package comment; without a package comment, start of the first file. */
  readonly position: Position;
}

/** Result of work that may have failed. */
export interface Attempt<T> {
  readonly value: T;
  /** True if the work reported a problem. The problem was discarded. */
  readonly failed: boolean;
}

/** The table of types. If an attempt fails, the types that it added are removed. */
interface Types {
  readonly entries: ReadonlyMap<TypeId, unknown>;
  forget(count: number): void;
}

/** One run of loading. It reads each file once and collects the problems. */
export class Session {
  /** Problems of the run, in the order in which they were found. */
  readonly problems: Problem[] = [];
  /**
   * Markers of the fields of unsupported types. The model does not contain these types, but their
   * markers are checked too, so that one run can report all mistakes.
   */
  readonly refusedMarkers: Marker[][] = [];
  /** For each file, the names that were already resolved in it. */
  readonly names = new Map<SourceFile, ResolvedNames>();
  /**
   * npm packages that were searched for, by specifier. The value is undefined for a package that is
   * not installed.
   */
  readonly modules = new Map<string, Module | undefined>();
  /** Specifiers of the npm packages whose types the project's types refer to. */
  readonly named = new Set<string>();
  /** npm packages that signatures refer to. The value is true if the package is installed. */
  readonly installed = new Map<string, boolean>();
  /** Number of folders above the root. Each of them can have a `node_modules`. */
  readonly depth: number;
  readonly #files = new Map<string, SourceFile | undefined>();
  readonly #folders = new Map<PackageId, Folder | undefined>();
  readonly #resolved = new Map<string, string | undefined>();
  readonly #owners = new Map<string, NpmFolder | undefined>();
  readonly #packages = new Map<string, NpmFolder | undefined>();
  readonly #links = new Map<string, string>();

  /**
   * @param root an absolute path
   * @param workspace stores the syntax of files for later sessions
   */
  constructor(
    readonly fileSystem: FileSystem,
    readonly root: string,
    readonly definitions: Definitions,
    private readonly workspace: Workspace = noWorkspace,
  ) {
    this.depth = root.split(/[\\/]/).filter((part) => part !== "").length;
  }

  /**
   * Source files of other packages of the workspace. The keys are the specifiers by which code
   * imports them.
   */
  get links(): ReadonlyMap<string, string> {
    return this.#links;
  }

  /**
   * Returns the syntax of a file; undefined if the file does not exist. The first call for a file
   * also reports its first syntax error.
   */
  file(path: string): SourceFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const text = this.fileSystem.read(path);
    const file = text === undefined ? undefined : this.#read(path, text);
    this.#files.set(path, file);
    if (file === undefined) return undefined;
    // Only the first error of a file is reported, because its other errors usually follow from the
    // first one.
    const [error] = isForeign(path) ? [] : syntaxErrors(file.node);
    if (error !== undefined) this.problems.push({ code: "load/syntax", severity: "error", ...error });
    return file;
  }

  /** Returns a folder with its source files; undefined if it has none. */
  folder(id: PackageId): Folder | undefined {
    if (!this.#folders.has(id)) this.#folders.set(id, readFolder(this, id));
    return this.#folders.get(id);
  }

  /** Returns the file that a relative specifier refers to. */
  resolve(from: SourceFile, specifier: string): SourceFile | undefined {
    const key = posix.join(posix.dirname(from.path), specifier);
    if (!this.#resolved.has(key)) this.#resolved.set(key, resolveRelative(this.fileSystem, from.path, specifier));
    const path = this.#resolved.get(key);
    return path === undefined ? undefined : this.file(path);
  }

  /**
   * Returns the path of the source file that a specifier refers to, if it names another package of
   * the workspace.
   *
   * @param from path of the importing file
   */
  linked(from: string, specifier: string): string | undefined {
    const name = npmPackage(specifier);
    if (name === runtimePackage || !isPackageName(name)) return undefined;
    const key = `${posix.dirname(from)}\n${name}`;
    if (!this.#packages.has(key))
      this.#packages.set(key, linkedPackage(this.fileSystem, this.depth, posix.dirname(from), name));
    const npm = this.#packages.get(key);
    if (npm === undefined || npm.name === runtimePackage) return undefined;
    const path = sourceFile(this.fileSystem, npm, `${npm.name}${specifier.slice(name.length)}`);
    if (path !== undefined) this.#links.set(specifier, path);
    return path;
  }

  /** Returns the npm package that a folder belongs to. */
  npmOf(folder: string): NpmFolder | undefined {
    if (!this.#owners.has(folder)) {
      const [, above] = foldersAbove(this.depth, folder);
      const owner = readNpmFolder(this.fileSystem, folder) ?? (above === undefined ? undefined : this.npmOf(above));
      this.#owners.set(folder, owner);
    }
    return this.#owners.get(folder);
  }

  /**
   * Reports whether a file belongs to the package `@apimachinery/runtime` itself, whose aliases are
   * the scalars.
   */
  isRuntime(path: string): boolean {
    return this.npmOf(posix.dirname(path))?.name === runtimePackage;
  }

  /**
   * Runs work that may fail. If the work reports a problem, discards its problems, the markers of
   * unsupported fields that it found, and the types that it added.
   */
  attempt<T>(types: Types, work: () => T): Attempt<T> {
    const known = this.problems.length;
    const refused = this.refusedMarkers.length;
    const count = types.entries.size;
    const value = work();
    if (this.problems.length === known) return { value, failed: false };
    this.problems.length = known;
    this.refusedMarkers.length = refused;
    types.forget(count);
    return { value, failed: true };
  }

  #read(path: string, text: string): SourceFile {
    try {
      return this.workspace.memo("syntax", path, [text, this.definitions], () =>
        readSourceFile(path, text, this.definitions),
      );
    } catch (error) {
      if (!isOverflow(error)) throw error;
      this.problems.push(tooDeepText(path, text));
      return readSourceFile(path, "", this.definitions);
    }
  }
}

/**
 * Reports whether a specifier's first part names a package, and is not a URL or a `node:` module.
 */
function isPackageName(name: string): boolean {
  return /^(@[\w.-]+\/)?[\w.-]+$/.test(name);
}

/** Reports whether a file is a declaration of another package. The user cannot fix errors in it. */
function isForeign(path: string): boolean {
  return path.includes("node_modules/") || /\.d\.[cm]?ts$/.test(path);
}

function readFolder(session: Session, id: PackageId): Folder | undefined {
  const entries = session.fileSystem.list(id);
  if (entries === undefined) return undefined;
  const files = entries
    .filter((entry) => !entry.folder && isSource(entry.name))
    .map((entry) => session.file(posix.join(id, entry.name)))
    .filter((file) => file !== undefined);
  const [first] = files;
  if (first === undefined) return undefined;
  const doc = files.find((file) => file.path.endsWith("/doc.ts") || file.path === "doc.ts");
  const commented = [doc, ...files].find((file) => file?.comments.packageStart !== undefined);
  return {
    id,
    files,
    markers: withFolders(session, id, files),
    position: positionOf(commented, first),
  };
}

function positionOf(commented: SourceFile | undefined, first: SourceFile): Position {
  if (commented === undefined) return { file: first.path, line: 1, column: 1 };
  const { line, character } = commented.node.getLineAndCharacterOfPosition(commented.comments.packageStart ?? 0);
  return { file: commented.path, line: line + 1, column: character + 1 };
}
