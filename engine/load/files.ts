import { posix } from "node:path";
import type { FileSystem } from "../base/file-system.js";
import type { Position } from "../base/problem.js";
import type { LoadWorkspace } from "./load-workspace.js";
import type { MarkerDefinitions } from "../markers/definitions.js";
import { withFolder } from "../markers/marker-folder.js";
import type { Marker } from "../markers/marker.js";
import type { PackageId } from "../model/universe.js";
import { isSource } from "./discover/paths.js";
import type { LoadFindings } from "./findings.js";
import type { Packages } from "./packages.js";
import { positionInSource, syntaxErrors } from "./syntax/parse.js";
import { readSourceFile, type SourceFile } from "./syntax/source-file.js";
import { isOverflow, tooDeepText } from "./syntax/too-deep.js";
import { loadProblems } from "./problem-codes.js";

/** A folder whose files are read. */
export interface Folder {
  readonly id: PackageId;
  readonly files: readonly SourceFile[];
  /** The package markers in the folder's files. */
  readonly markers: readonly Marker[];
  /** Start of the package comment. Without a package comment, start of the first file. */
  readonly position: Position;
}

/** The files that one run reads. Each file is read only once. */
export class Files {
  readonly #files = new Map<string, SourceFile | undefined>();
  readonly #folders = new Map<PackageId, Folder | undefined>();

  /** @param findings receives the problems of files with syntax errors */
  constructor(
    readonly fileSystem: FileSystem,
    private readonly packages: Packages,
    private readonly findings: LoadFindings,
    private readonly definitions: MarkerDefinitions,
    private readonly workspace: Pick<LoadWorkspace, "memo">,
  ) {}

  /**
   * Returns the syntax of a file; undefined if the file does not exist. The first call for a file
   * also reports the first syntax error of the file, except in declaration files and installed
   * packages.
   */
  file(path: string): SourceFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const text = this.fileSystem.read(path);
    const file = text === undefined ? undefined : this.#read(path, text);
    this.#files.set(path, file);
    if (file === undefined) return undefined;
    // Only the first error of a file is reported, because it usually causes the other errors.
    const [error] = isForeign(path) ? [] : syntaxErrors(file.node);
    if (error !== undefined) this.findings.add({ ...loadProblems.is("load/syntax"), ...error });
    return file;
  }

  /** Returns a folder with its source files; undefined if the folder has none. */
  folder(id: PackageId): Folder | undefined {
    if (!this.#folders.has(id)) this.#folders.set(id, this.#readFolder(id));
    return this.#folders.get(id);
  }

  /**
   * Reuses the markers and the position of a folder from an earlier run. The files of the folder
   * are read only when they are needed.
   */
  restore({ id, markers, position }: Omit<Folder, "files">): void {
    let read: Folder | undefined;
    const readFolder = (): Folder | undefined => (read ??= this.#readFolder(id));
    this.#folders.set(id, {
      id,
      markers,
      position,
      get files() {
        return readFolder()?.files ?? [];
      },
    });
  }

  /** Returns the file to which a relative specifier refers; undefined if it does not exist. */
  resolve(from: SourceFile, specifier: string): SourceFile | undefined {
    const path = this.packages.resolver.find(from.path, specifier);
    return path === undefined ? undefined : this.file(path);
  }

  #read(path: string, text: string): SourceFile {
    try {
      return this.workspace.memo("syntax", path, [text, this.definitions], () =>
        readSourceFile(path, text, this.definitions),
      );
    } catch (error) {
      if (!isOverflow(error)) throw error;
      this.findings.add(tooDeepText(path, text));
      return readSourceFile(path, "", this.definitions);
    }
  }

  #readFolder(id: PackageId): Folder | undefined {
    const entries = this.fileSystem.list(id);
    if (entries === undefined) return undefined;
    const files = entries
      .filter((entry) => !entry.folder && isSource(entry.name))
      .map((entry) => this.file(posix.join(id, entry.name)))
      .filter((file) => file !== undefined);
    const [first] = files;
    if (first === undefined) return undefined;
    const doc = files.find((file) => file.path.endsWith("/doc.ts") || file.path === "doc.ts");
    const commented = [doc, ...files].find((file) => file?.comments.packageStart !== undefined);
    return {
      id,
      files,
      markers: files.flatMap((file) => this.#withFolders(id, file)),
      position:
        commented === undefined
          ? { file: first.path, line: 1, column: 1 }
          : positionInSource(commented.node, commented.comments.packageStart ?? 0),
    };
  }

  /**
   * Returns the package markers of a file. A marker can name a folder by the name of a workspace
   * package, such as `@acme/core/v1`. In that case, the relative path of the folder replaces the
   * name, unless the project has a folder of this name.
   */
  #withFolders(id: PackageId, file: SourceFile): Marker[] {
    return file.comments.package.map((marker) => {
      const { folder } = marker;
      if (folder === undefined || folder.text.startsWith(".")) return marker;
      const isFolder = this.fileSystem.list(folder.id) !== undefined;
      const entry = isFolder ? undefined : this.packages.linked(file.path, folder.text);
      if (entry === undefined) return marker;
      const path = posix.relative(id, this.#typesFolder(entry));
      return withFolder({ ...marker, value: path.startsWith(".") ? path : `./${path}` }, folder.role);
    });
  }

  /**
   * Returns the folder whose types an entry point exports. It is the folder of the entry point. If
   * that folder has neither doc.ts nor types.ts, and the entry point re-exports exactly one folder
   * of types with `export * from`, it is the re-exported folder.
   */
  #typesFolder(entry: string): string {
    const holdsTypes = (folder: string): boolean =>
      this.fileSystem.list(folder)?.some(({ name }) => name === "doc.ts" || name === "types.ts") === true;
    const own = posix.dirname(entry);
    const others = (this.file(entry)?.stars ?? []).flatMap(({ specifier }) =>
      specifier.startsWith(".") ? [posix.join(own, posix.dirname(specifier))] : [],
    );
    const [other, ...more] = new Set(others.filter(holdsTypes));
    return holdsTypes(own) || other === undefined || more.length > 0 ? own : other;
  }
}

/**
 * Reports whether a file is a declaration file or belongs to an installed package. The user cannot
 * correct errors in such a file.
 */
function isForeign(path: string): boolean {
  return path.includes("node_modules/") || /\.d\.[cm]?ts$/.test(path);
}
