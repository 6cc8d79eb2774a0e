import type { Marker } from "../../markers/marker.js";
import type { PackageId } from "../../model/universe.js";
import type { Position } from "../../base/problem.js";

/** A folder that a marker names. */
export interface NamedFolder {
  readonly id: PackageId;
  /** The path of the folder as the marker contains it, such as `../v1`. */
  readonly text: string;
  readonly position: Position;
}

/** Returns the folders that package markers name: the hub, folders of types, and inputs. */
export function namedFolders(markers: readonly Marker[]): NamedFolder[] {
  return markers.flatMap(({ folder, position }) =>
    folder === undefined || folder.role === "reference" ? [] : [{ id: folder.id, text: folder.text, position }],
  );
}

/**
 * Returns the folders to which references in markers lead: `../x` for `+default=ref(../x.Name)`.
 */
export function referredFolders(markers: readonly Marker[]): NamedFolder[] {
  return markers.flatMap(({ folder, position }) =>
    folder?.role === "reference" ? [{ id: folder.id, text: folder.text, position }] : [],
  );
}
