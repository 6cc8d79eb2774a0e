import { posix } from "node:path";
import { withFolder } from "../../markers/marker-folder.js";
import type { Marker } from "../../markers/marker.js";
import type { PackageId } from "../../model/universe.js";
import type { Position } from "../../base/problem.js";
import type { Files } from "../files.js";
import type { Packages } from "../packages.js";
import type { SourceFile } from "../syntax/source-file.js";

/** A folder that a marker names. */
export interface NamedFolder {
  readonly id: PackageId;
  /** The text by which the marker names the folder, such as `../v1`. */
  readonly text: string;
  readonly position: Position;
}

/** Returns the folders that package markers name: the hub, folders of types, and inputs. */
export function namedFolders(markers: readonly Marker[]): NamedFolder[] {
  return markers.flatMap(({ folder, position }) =>
    folder === undefined || folder.role === "reference" ? [] : [{ id: folder.id, text: folder.text, position }],
  );
}

/** Returns the folders that references in markers contain: `../x` for `+default=ref(../x.Name)`. */
export function referredFolders(markers: readonly Marker[]): NamedFolder[] {
  return markers.flatMap(({ folder, position }) =>
    folder?.role === "reference" ? [{ id: folder.id, text: folder.text, position }] : [],
  );
}

/**
 * Returns the package markers of the files. In a marker that names a folder, the value can be the
 * name of a workspace package, such as `@acme/core/v1`. The relative path of the folder then
 * replaces the name, unless the project has a folder of this name.
 */
export function withFolders(files: Files, packages: Packages, id: PackageId, sources: readonly SourceFile[]): Marker[] {
  return sources.flatMap((file) =>
    file.comments.package.map((marker) => {
      const { folder } = marker;
      if (folder === undefined || folder.text.startsWith(".")) return marker;
      const entry =
        files.fileSystem.list(folder.id) === undefined ? packages.linked(file.path, folder.text) : undefined;
      if (entry === undefined) return marker;
      const path = posix.relative(id, typesFolder(files, entry));
      return withFolder({ ...marker, value: path.startsWith(".") ? path : `./${path}` }, folder.role);
    }),
  );
}

/**
 * Returns the folder whose types an entry exports: the folder of the entry, or the only folder from
 * which it re-exports with `export * from`.
 */
function typesFolder(files: Files, entry: string): string {
  const holdsTypes = (folder: string): boolean =>
    files.fileSystem.list(folder)?.some(({ name }) => name === "doc.ts" || name === "types.ts") === true;
  const own = posix.dirname(entry);
  const others = (files.file(entry)?.stars ?? []).flatMap(({ specifier }) =>
    specifier.startsWith(".") ? [posix.join(own, posix.dirname(specifier))] : [],
  );
  const [other, ...more] = new Set(others.filter(holdsTypes));
  return holdsTypes(own) || other === undefined || more.length > 0 ? own : other;
}
