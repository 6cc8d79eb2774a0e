import { join } from "node:path";
import { isVersion } from "../../../engine/model/group-version.js";
import { declaredGroup, foldersIn } from "./declares.js";

/** The folder of a group. */
export interface GroupFolder {
  /** Path relative to the project's root. */
  readonly folder: string;
  /** Note for the user if the folder has a longer name, because another group has the usual one. */
  readonly taken?: string;
}

/**
 * Returns the folder of a group. An existing folder with the marker of the group comes first.
 * Otherwise, the folder is named after the first label of the group, as in Kubernetes. If this
 * folder belongs to another group, the new folder has the whole name of the group.
 */
export function groupFolder(root: string, base: string, group: string): GroupFolder {
  const usual = `${base}/${group.split(".")[0] ?? group}`;
  const other = groupIn(root, usual);
  if (other === group) return { folder: usual };
  const own = foldersIn(join(root, base)).find((name) => groupIn(root, `${base}/${name}`) === group);
  if (own !== undefined) return { folder: `${base}/${own}` };
  if (other === undefined) return { folder: usual };
  const folder = `${base}/${group.replaceAll(".", "-")}`;
  return { folder, taken: `${usual} is the folder of the group ${other}, so the types of ${group} are in ${folder}.` };
}

/**
 * Returns the group to which a folder belongs, from its doc.ts or from the doc.ts of a version;
 * undefined if none of these files names a group.
 */
export function groupIn(root: string, path: string): string | undefined {
  const versions = foldersIn(join(root, path)).filter(isVersion);
  return [path, ...versions.map((name) => `${path}/${name}`)]
    .map((folder) => declaredGroup(join(root, folder, "doc.ts")))
    .find((group) => group !== undefined);
}
