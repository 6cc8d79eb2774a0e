import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedBy } from "../../../engine/write/header.js";
import type { NewFile } from "./files.js";
import { faultOfVersion } from "./names.js";

export interface NewVersion {
  readonly from: string;
  readonly to: string;
  /** The group's folder or name. Required if several groups have the version. */
  readonly group?: string | undefined;
}

/**
 * Returns the files of a new version: the files of an older one with its name replaced everywhere.
 */
export function versionFiles(root: string, base: string, { from, to, group }: NewVersion): NewFile[] | string {
  const groups = groupFolders(root, base, from);
  const chosen =
    group === undefined
      ? groups
      : groups.filter((folder) => folder === group || folder === group.split(".")[0] || folder === `${base}/${group}`);
  const [folder] = chosen;
  if (folder === undefined) return noVersion(root, base, from, group, groups);
  if (chosen.length > 1) return `several groups have ${from}: choose one with --group (${chosen.join(", ")})`;
  const old = `${base}/${folder}/${from}`;
  return handWritten(join(root, old)).map((name) => ({
    path: `${base}/${folder}/${to}/${name}`,
    text: renameVersion(withoutLifecycle(readFileSync(join(root, old, name), "utf8")), from, to),
  }));
}

/**
 * Removes the markers with the releases of the old version, since they would announce the removal
 * of the new version.
 */
function withoutLifecycle(text: string): string {
  const marker = String.raw`[ \t]*\+k8s:prerelease-lifecycle-gen:[^\s*]+`;
  return text
    .replace(new RegExp(String.raw`^[ \t]*(?:(?:\*|//)${marker}|/\*\*${marker}[ \t]*\*/)[ \t]*\r?\n`, "gm"), "")
    .replace(new RegExp(marker, "g"), "");
}

function noVersion(
  root: string,
  base: string,
  from: string,
  group: string | undefined,
  groups: readonly string[],
): string {
  const versions = existing(root, base);
  const known =
    groups.length > 0
      ? `${groups.join(", ")} ${groups.length === 1 ? "has" : "have"} one`
      : versions.length > 0
        ? `existing versions: ${versions.join(", ")}`
        : "";
  return `no group${group === undefined ? "" : ` ${group}`} below ${base} has a folder ${from}${known === "" ? "" : `; ${known}`}`;
}

/** Returns the versions of all groups: `restaurant/v1alpha1`. */
function existing(root: string, base: string): string[] {
  if (!existsSync(join(root, base))) return [];
  const folders = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const versions = folders(join(root, base)).flatMap((group) =>
    folders(join(root, base, group)).map((version) => `${group}/${version}`),
  );
  return versions.filter((path) => faultOfVersion(path.slice(path.indexOf("/") + 1)) === undefined).sort();
}

/** Renames `Convert_v1beta1_…`, `group/v1beta1` and `"../v1beta1"`, but not `v1beta10`. */
function renameVersion(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`(?<![A-Za-z0-9])${from}(?![A-Za-z0-9])`, "g"), to);
}

function groupFolders(root: string, base: string, version: string): string[] {
  const folder = join(root, base);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, version)))
    .map(({ name }) => name)
    .sort();
}

function handWritten(folder: string): string[] {
  return readdirSync(folder)
    .filter(
      (name) =>
        name.endsWith(".ts") &&
        !/\.test\.ts$/.test(name) &&
        generatedBy(readFileSync(join(folder, name), "utf8")) === undefined,
    )
    .sort();
}
