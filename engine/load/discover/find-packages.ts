import { posix } from "node:path";
import { nearest } from "../../util/nearest.js";
import { orderStrings, type Problem } from "../../base/problem.js";
import { diskFileSystem, type FolderEntry, type FileSystem } from "../../base/file-system.js";
import { isSource } from "./paths.js";
import { unnamedTypes } from "./type-folders.js";
import { unreadMarkers } from "./unread-markers.js";
import { loadProblems } from "../problem-codes.js";

export interface FoundPackages {
  /** Folders relative to the root, sorted. */
  readonly packages: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Returns the folders with API types in and below the paths: folders with a `doc.ts`, a `types.ts`,
 * or a file whose package comment has a marker. Skips `node_modules`, `dist` and folders whose
 * names start with a dot.
 *
 * @param paths paths relative to the root; the path of a file selects the file's folder
 */
export function findPackages(
  root: string,
  paths: readonly string[],
  fileSystem: FileSystem = diskFileSystem(root),
): FoundPackages {
  const packages = new Set<string>();
  const problems: Problem[] = [];
  const named = new Set(paths.map(normalise));
  for (const given of paths) {
    const path = normalise(given);
    const folder =
      fileSystem.list(path) === undefined && fileSystem.read(path) !== undefined ? posix.dirname(path) : path;
    if (fileSystem.list(folder) === undefined) {
      problems.push(folderNotFound(fileSystem, path));
      continue;
    }
    const passed = noneSkipped();
    const found = walk(fileSystem, folder, passed);
    problems.push(
      ...passed.links.filter((link) => !named.has(link)).map(notFollowed),
      ...passed.declarations.map(notRead),
      ...passed.unread,
      ...passed.closed.map((closed) => unreadable(closed, "warning")),
    );
    if (found.length === 0) problems.push(noPackage(path, unnamedTypes(root, fileSystem)));
    for (const id of found) packages.add(id);
  }
  return { packages: [...packages].sort(orderStrings), problems };
}

/**
 * Returns the existing folder beside a path whose name is most similar to the last part of the
 * path. Returns undefined if no name is similar.
 */
export function nearestFolder(fileSystem: FileSystem, path: string): string | undefined {
  const siblings = fileSystem.list(posix.dirname(path)) ?? [];
  const folders = siblings.filter((entry) => entry.folder && !entry.name.startsWith(".")).map((entry) => entry.name);
  const meant = nearest(posix.basename(path), folders);
  return meant === undefined ? undefined : posix.join(posix.dirname(path), meant);
}

/** Returns the problem for a folder that does not exist, or whose entries cannot be read. */
export function folderNotFound(fileSystem: FileSystem, path: string): Problem {
  const siblings = fileSystem.list(posix.dirname(path)) ?? [];
  if (siblings.some(({ name, folder }) => folder && name === posix.basename(path))) return unreadable(path, "error");
  const meant = nearestFolder(fileSystem, path);
  return {
    ...loadProblems.is("load/not-found"),
    message: `the folder ${path} does not exist`,
    hint: meant === undefined ? "name the folders of your API types: codegen apis" : `did you mean ${meant}?`,
    position: { file: path, line: 1, column: 1 },
  };
}

function unreadable(path: string, severity: "error" | "warning"): Problem {
  return {
    ...loadProblems.is("load/unreadable", severity),
    message: `the folder ${path} cannot be read, so its types are missing`,
    hint: `allow codegen to read it: chmod u+rx ${path}`,
    position: { file: path, line: 1, column: 1 },
  };
}

/**
 * Returns the problem for a folder without API types.
 *
 * @param elsewhere hint for a project in which other folders have API types
 */
export function noPackage(path: string, elsewhere?: string): Problem {
  return {
    ...loadProblems.is("load/no-package"),
    message: `${path} has no API types`,
    hint:
      elsewhere ?? "a folder of API types has a types.ts, or a doc.ts with markers such as +k8s:deepcopy-gen=package",
    position: { file: path, line: 1, column: 1 },
  };
}

function notFollowed(path: string): Problem {
  return {
    ...loadProblems.is("load/symbolic-link"),
    message: `${path} is a symbolic link to a folder of API types, which codegen does not follow`,
    hint: `to include the folder, name it too: codegen apis ${path}`,
    position: { file: path, line: 1, column: 1 },
  };
}

function notRead(path: string): Problem {
  return {
    ...loadProblems.is("load/declaration-file"),
    message: `${path} is a declaration file, but codegen reads API types only from source files`,
    hint: `mv ${path} ${path.replace(/\.d\.ts$/, ".ts")}`,
    position: { file: path, line: 1, column: 1 },
  };
}

/** Files and folders that look like API types but are not read. */
interface Passed {
  /** Symbolic links to folders of API types. */
  readonly links: string[];
  /** Files named `types.d.ts` in folders that have no `types.ts`. */
  readonly declarations: string[];
  /** Warnings about markers in files that are not read. */
  readonly unread: Problem[];
  /** Folders whose entries cannot be read. */
  readonly closed: string[];
}

const noneSkipped = (): Passed => ({ links: [], declarations: [], unread: [], closed: [] });

function walk(fileSystem: FileSystem, folder: string, passed: Passed): string[] {
  const entries = fileSystem.list(folder);
  if (entries === undefined) {
    passed.closed.push(folder);
    return [];
  }
  const mayHold = ({ name }: FolderEntry): boolean =>
    !name.startsWith(".") && name !== "node_modules" && name !== "dist";
  const below = entries
    .filter((entry) => entry.folder && mayHold(entry))
    .flatMap((entry) => walk(fileSystem, posix.join(folder, entry.name), passed));
  const linked = entries
    .filter((entry) => entry.link === true && mayHold(entry))
    .map(({ name }) => posix.join(folder, name));
  passed.links.push(...linked.filter((link) => walk(fileSystem, link, noneSkipped()).length > 0));
  const files = entries.filter((entry) => !entry.folder && isSource(entry.name)).map((entry) => entry.name);
  if (entries.some(({ name }) => name === "types.d.ts") && !files.includes("types.ts"))
    passed.declarations.push(posix.join(folder, "types.d.ts"));
  const texts = new Map<string, string>();
  const read = (name: string): string => {
    const text = texts.get(name) ?? fileSystem.read(posix.join(folder, name)) ?? "";
    texts.set(name, text);
    return text;
  };
  const holds = files.some((name) => name === "doc.ts" || name === "types.ts" || hasPackageMarkers(read(name)));
  const others = entries.flatMap(({ name, folder: isFolder }) =>
    !isFolder && /\.(mts|cts|tsx)$/.test(name) && !/\.d\.[mc]ts$/.test(name) ? [name] : [],
  );
  passed.unread.push(
    ...[...(holds ? [] : files), ...others].flatMap((name) => unreadMarkers(posix.join(folder, name), read(name))),
  );
  return holds ? [folder, ...below] : below;
}

function hasPackageMarkers(text: string): boolean {
  const comments = text.match(/\/\*[^]*?\*\//g) ?? [];
  return comments.some(
    (comment) => /@(file|packageDocumentation)\b/.test(comment) && /^[\s*/]*\+[A-Za-z]/m.test(comment),
  );
}

function normalise(path: string): string {
  return posix.normalize(path.replaceAll("\\", "/")).replace(/(.)\/$/, "$1");
}
