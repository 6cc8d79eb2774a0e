import { posix } from "node:path";
import type { FolderRole, Marker } from "./marker.js";

/**
 * Returns a marker with the folder that its value names. If the value names no folder, as `false`
 * does not, the marker is returned unchanged.
 */
export function withFolder(marker: Marker, role: FolderRole): Marker {
  const { value = "", position } = marker;
  const text = role === "reference" ? referred(value) : /^(true|false|)$/.test(value) ? undefined : value;
  if (text === undefined) return marker;
  return { ...marker, folder: { id: folderNamed(posix.dirname(position.file), text), text, role } };
}

/** Returns the folder in `ref(../x.Name)`; undefined for a name without a folder. */
function referred(value: string): string | undefined {
  return /^ref\((.*\/.*|\.\.?)\.[A-Za-z_$][\w$]*\)$/.exec(value)?.[1];
}

/**
 * Returns the folder that a marker names. A path that begins with `.` is relative to the marker's
 * folder, other paths are relative to the root.
 */
export function folderNamed(from: string, text: string): string {
  const path = text.startsWith(".") ? posix.join(from, text) : posix.normalize(text);
  return path.replace(/^\/+(?=.)|(?<=.)\/$/g, "");
}
