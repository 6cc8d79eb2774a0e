import { posix } from "node:path";
import type { Definitions } from "../markers/definitions.js";
import type { Marker } from "../markers/marker.js";
import type { PackageId } from "../model/universe.js";
import type { Position, Problem } from "../problem.js";
import type { FileSystem } from "./discover/file-system.js";
import { foldersAbove, linkedPackage } from "./discover/linked-package.js";
import type { Module } from "./discover/module.js";
import { withFolders } from "./discover/named-folders.js";
import { readNpmFolder, sourceFile, type NpmFolder } from "./discover/npm-package.js";
import { syntaxErrors } from "./syntax/parse.js";
import { isSource, resolveRelative } from "./discover/paths.js";
import type { ResolvedNames } from "./lower/resolve.js";
import { readSourceFile, type SourceFile } from "./syntax/source-file.js";
import { isOverflow, tooDeepText } from "./syntax/too-deep.js";

/** One run of loading: what was read so far, each file once. */
export interface Session {
  readonly fileSystem: FileSystem;
  readonly definitions: Definitions;
  readonly problems: Problem[];
  /**
   * Those of the fields of types that are refused: they are checked too, so that all that is wrong
   * is told at once.
   */
  readonly refusedMarkers: Marker[][];
  /** What names mean, by the file that they stand in. */
  readonly names: Map<SourceFile, ResolvedNames>;
  /** Other npm packages that were read, by specifier; undefined where one is not installed. */
  readonly modules: Map<string, Module | undefined>;
  /** Those of them that types name. */
  readonly named: Set<string>;
  /** Whether packages are installed that signatures name. */
  readonly installed: Map<string, boolean>;
  /** The root's absolute path. */
  readonly root: string;
  /** How many folders lie above the root: `node_modules` may be in any of them. */
  readonly depth: number;
  file(path: string): SourceFile | undefined;
  folder(id: PackageId): Folder | undefined;
  /** Forgets the syntax of files that were not read. */
  forgetOthers(): void;
  /** The file behind a relative specifier. */
  resolve(from: SourceFile, specifier: string): SourceFile | undefined;
  /** The source file behind a specifier that names another package of the same workspace. */
  linked(from: string, specifier: string): string | undefined;
  /**
   * The specifiers that were found to be of other packages of the workspace, with their source
   * files.
   */
  readonly links: ReadonlyMap<string, string>;
  /** The npm package that a folder belongs to. */
  npmOf(folder: string): NpmFolder | undefined;
  /**
   * Whether a file belongs to the package `@apimachinery/runtime` itself, whose aliases are the
   * scalars.
   */
  isRuntime(path: string): boolean;
}

/** A folder whose files are read. */
export interface Folder {
  readonly id: PackageId;
  readonly files: readonly SourceFile[];
  readonly markers: readonly Marker[];
  readonly position: Position;
}

export const runtimePackage = "@apimachinery/runtime";

/** The package of a specifier, without its subpath. */
export function npmPackage(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Not an alias, an address or a module of Node. */
function isPackageName(name: string): boolean {
  return /^(@[\w.-]+\/)?[\w.-]+$/.test(name);
}

/**
 * @param sources syntax from an earlier session with the same definitions, by path; what is read is
 * put there
 */
export function openSession(
  fileSystem: FileSystem,
  root: string,
  definitions: Definitions,
  sources: Map<string, SourceFile> = new Map<string, SourceFile>(),
): Session {
  const files = new Map<string, SourceFile | undefined>();
  const folders = new Map<PackageId, Folder | undefined>();
  const resolved = new Map<string, string | undefined>();
  const owners = new Map<string, NpmFolder | undefined>();
  const packages = new Map<string, NpmFolder | undefined>();
  const links = new Map<string, string>();
  const problems: Problem[] = [];

  const session: Session = {
    fileSystem,
    definitions,
    problems,
    refusedMarkers: [],
    names: new Map(),
    modules: new Map(),
    named: new Set(),
    installed: new Map(),
    root,
    depth: root.split(/[\\/]/).filter((part) => part !== "").length,
    file(path) {
      if (files.has(path)) return files.get(path);
      const text = fileSystem.read(path);
      const known = sources.get(path);
      const file = text === undefined ? undefined : known?.node.text === text ? known : read(path, text);
      files.set(path, file);
      if (file === undefined) sources.delete(path);
      else sources.set(path, file);
      // The others of a file follow from the first.
      for (const { message, position } of file === undefined || isForeign(path)
        ? []
        : syntaxErrors(file.node).slice(0, 1)) {
        problems.push({ code: "load/syntax", severity: "error", message, position });
      }
      return file;
    },
    folder(id) {
      if (!folders.has(id)) folders.set(id, readFolder(session, id));
      return folders.get(id);
    },
    resolve(from, specifier) {
      const key = posix.join(posix.dirname(from.path), specifier);
      if (!resolved.has(key)) resolved.set(key, resolveRelative(fileSystem, from.path, specifier));
      const path = resolved.get(key);
      return path === undefined ? undefined : session.file(path);
    },
    forgetOthers() {
      for (const path of sources.keys()) if (!files.has(path)) sources.delete(path);
    },
    linked(from, specifier) {
      const name = npmPackage(specifier);
      if (name === runtimePackage || !isPackageName(name)) return undefined;
      const key = `${posix.dirname(from)}\n${name}`;
      if (!packages.has(key)) packages.set(key, linkedPackage(fileSystem, session.depth, posix.dirname(from), name));
      const npm = packages.get(key);
      const path =
        npm === undefined || npm.name === runtimePackage
          ? undefined
          : sourceFile(fileSystem, npm, `${npm.name}${specifier.slice(name.length)}`);
      if (path !== undefined) links.set(specifier, path);
      return path;
    },
    links,
    npmOf: (folder) => owner(folder),
    isRuntime: (path) => owner(posix.dirname(path))?.name === runtimePackage,
  };

  function read(path: string, text: string): SourceFile {
    try {
      return readSourceFile(path, text, definitions);
    } catch (error) {
      if (!isOverflow(error)) throw error;
      problems.push(tooDeepText(path, text));
      return readSourceFile(path, "", definitions);
    }
  }

  function owner(folder: string): NpmFolder | undefined {
    if (!owners.has(folder)) {
      const [, above] = foldersAbove(session.depth, folder);
      owners.set(folder, readNpmFolder(fileSystem, folder) ?? (above === undefined ? undefined : owner(above)));
    }
    return owners.get(folder);
  }
  return session;
}

/** Declarations of other packages: their authors hear of what is wrong with them. */
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
