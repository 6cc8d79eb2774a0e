import { posix } from "node:path";
import type { FolderRole, Marker } from "./marker.js";

/**
 * Adds to a marker the folder that its value names. Returns the marker unchanged if the value does
 * not name a folder, for example `false`.
 */
export function withFolder(marker: Marker, role: FolderRole): Marker {
  const { value = "", position } = marker;
  const text = role === "reference" ? referred(value) : /^(true|false|)$/.test(value) ? undefined : value;
  if (text === undefined) return marker;
  return { ...marker, folder: { id: folderNamed(posix.dirname(position.file), text), text, role } };
}

/**
 * Returns the path of the folder in a reference such as `ref(../x.Name)`; undefined for a reference
 * without a folder, such as `ref(Name)`.
 */
function referred(value: string): string | undefined {
  return /^ref\((.*\/.*|\.\.?)\.[A-Za-z_$][\w$]*\)$/.exec(value)?.[1];
}

/**
 * Returns the folder that a marker names. A path that begins with `.` is relative to the marker's
 * folder, and any other path is relative to the root.
 * @param from folder of the marker
 */
export function folderNamed(from: string, text: string): string {
  const path = text.startsWith(".") ? posix.join(from, text) : posix.normalize(text);
  return path.replace(/^\/+(?=.)|(?<=.)\/$/g, "");
}
