import { join, posix } from "node:path";
import { existsSync, readFileSync } from "node:fs";
import { compareVersions, internalVersion, isVersion } from "../../../engine/model/group-version.js";
import { declaredGroup, foldersIn, handWritten } from "./declares.js";

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
 * folder belongs to another group, the new folder has the whole name of the group, and a number if
 * that folder is taken too.
 */
export function groupFolder(root: string, base: string, group: string): GroupFolder {
  const usual = `${base}/${group.split(".")[0] ?? group}`;
  const other = groupIn(root, usual);
  if (other === group) return { folder: usual };
  const own = foldersIn(join(root, base)).find((name) => groupIn(root, `${base}/${name}`) === group);
  if (own !== undefined) return { folder: `${base}/${own}` };
  if (other === undefined) return { folder: usual };
  const folder = freeFolder(base, group, (path) => groupIn(root, path) !== undefined);
  return { folder, taken: `${usual} is the folder of the group ${other}, so the types of ${group} are in ${folder}.` };
}

/** Returns a folder with the whole name of a group, and with a number if that folder is taken. */
export function freeFolder(base: string, group: string, isTaken: (folder: string) => boolean): string {
  const whole = posix.join(base, group.replaceAll(".", "-"));
  let folder = whole;
  for (let number = 2; isTaken(folder); number++) folder = `${whole}-${number}`;
  return folder;
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

/** The versions of a group and their hub, as found in the files of the group's folder. */
export interface GroupLayout {
  /**
   * True if the group has an internal hub: its versions convert to types outside of the folders of
   * versions.
   */
  readonly internalHub: boolean;
  /** Existing versions, the most mature version first. */
  readonly versions: readonly string[];
  /** The version to which the other versions convert; undefined if no such version exists. */
  readonly hub?: string | undefined;
}

/**
 * Returns the layout of a group's folder. Without an internal hub, the hub is the version that most
 * other versions name as their peer, as in the generated Install. If no version is named as a peer,
 * the hub is the most mature version.
 */
export function layoutOf(root: string, group: string): GroupLayout {
  const folder = join(root, group);
  const versions = foldersIn(folder).filter(isVersion).toSorted(compareVersions);
  const peers = versions.flatMap((version) => peersOf(join(folder, version, "doc.ts")));
  const isNamed = peers.some((peer) => !/^\.\.\/v[^/]*$/.test(peer));
  if (isNamed || hasInternalTypes(folder)) return { internalHub: true, versions };
  const uses = versions.map((version) => peers.filter((peer) => peer === `../${version}`).length);
  return { internalHub: false, versions, hub: versions[uses.indexOf(Math.max(...uses))] };
}

/** Returns the packages that a doc.ts names as peers for conversions. */
function peersOf(file: string): string[] {
  if (!existsSync(file)) return [];
  const markers = readFileSync(file, "utf8").matchAll(/^[ \t]*(?:\/\*\*|\*|\/\/)[ \t]*\+k8s:conversion-gen=(\S+)/gm);
  return [...markers].flatMap(([, value]) => (value === undefined || value === "false" ? [] : [value]));
}

function hasInternalTypes(folder: string): boolean {
  return (
    declaredGroup(join(folder, "doc.ts")) !== undefined ||
    handWritten(folder).some(({ text }) => text.includes(`/${internalVersion}"`))
  );
}
