import { existsSync } from "node:fs";
import { join } from "node:path";
import { compareVersions } from "../../../engine/model/group-version.js";
import { packageManagerOf } from "../../../engine/base/package-manager.js";
import { InputError, UsageError } from "../failure.js";
import { byHand, storageVersionToAdd } from "./by-hand.js";
import { foldersIn, handWritten } from "./declares.js";
import { placeOfTypes, type NewFile, type Scaffold } from "./files.js";
import { groupIn, layoutOf } from "./group-folder.js";
import { moveHub } from "./move-hub.js";
import { printRefusal, withPeer } from "./peer-marker.js";
import { versionProblem } from "./names.js";

export interface NewVersion {
  readonly from: string;
  readonly to: string;
  /** Folder or name of the group. Required if several groups have the version. */
  readonly group?: string | undefined;
  /** True if the changes are only printed. */
  readonly dryRun?: boolean | undefined;
}

/**
 * Returns the files of a new version: copies of an older version's files with its name replaced. In
 * a group without an internal hub, also returns the changes that connect the new version with the
 * other versions.
 * @throws UsageError if the old version is missing, is in several groups or has no hand-written
 * files, if the new version exists, or if the new version would become the hub but the old version
 * is not the current hub
 * @throws InputError if a file does not have the expected form
 */
export function versionFiles(root: string, base: string, request: NewVersion): Scaffold {
  const { from, to, group } = request;
  const groups = groupFolders(root, base, from);
  const chosen =
    group === undefined
      ? groups
      : groups.filter((folder) => [folder, `${base}/${folder}`, groupIn(root, `${base}/${folder}`)].includes(group));
  const [name] = chosen;
  if (name === undefined) throw noVersion(root, base, from, group, groups);
  if (chosen.length > 1)
    throw new UsageError(`several groups have ${from}; select one of them with --group: ${chosen.join(", ")}`);
  const folder = `${base}/${name}`;
  // Copied files would declare the functions of existing files a second time.
  if (handWritten(join(root, folder, to)).length > 0)
    throw new UsageError(`${folder}/${to} already exists; nothing was written`);
  const files = copies(root, folder, from, to);
  if (files.length === 0)
    throw new UsageError(`${folder}/${from} has no hand-written files to copy; nothing was written`);
  const next = `change the types${placeOfTypes(files)}`;
  const { internalHub, versions, hub } = layoutOf(root, folder);
  const groupName = groupIn(root, folder) ?? name;
  const storage = storageVersionToAdd(root, folder, groupName, from);
  const changes = storage.length === 0 ? {} : { byHand: storage };
  if (internalHub || hub === undefined)
    return { files, next: `${next}, and the types of the hub in the same way`, ...changes };
  const others = versions.filter((version) => version !== to);
  if (hub === to) return { files, next };
  if (compareVersions(hub, to) < 0) return asSpoke(folder, { files, next, ...changes }, hub, request);
  if (from !== hub)
    throw new UsageError(`${to} would replace ${hub} as the hub of ${folder}, so it must start as a copy of ${hub}:
  ${packageManagerOf(root).codegen(`create version --from ${hub} --to ${to} --group ${name}`)}`);
  const edits = moveHub(root, { group: folder, versions: others, oldHub: hub, hub: to });
  return {
    files,
    edits,
    note: `${to} is now the hub, to which ${others.join(" and ")} ${others.length === 1 ? "converts" : "convert"}. ${equalTypes(hub, to)}`,
    next,
    byHand: byHand(root, { folder, group: groupName, from, to, edited: new Set(edits.map(({ path }) => path)) }),
  };
}

/**
 * Returns the files of a version that converts to the existing hub. The hub does not change,
 * because the new version is less mature.
 */
function asSpoke(folder: string, scaffold: Scaffold, hub: string, { from, to }: NewVersion): Scaffold {
  const note = `${hub} stays the hub, because it is more mature than ${to}. ${equalTypes(from, to)}`;
  if (from !== hub) return { ...scaffold, note };
  const { files } = scaffold;
  const doc = `${folder}/${to}/doc.ts`;
  const text = files.find(({ path }) => path === doc)?.text;
  const marked = withPeer(text, undefined, hub);
  if ("fault" in marked) {
    const remedy = `Copy ${folder}/${from} to ${folder}/${to} by hand, with this line in the comment of ${doc}:`;
    throw new InputError(printRefusal(`${folder}/${from}/doc.ts`, marked, hub, remedy));
  }
  return { ...scaffold, files: files.map((file) => (file.path === doc ? { ...file, text: marked.text } : file)), note };
}

function equalTypes(from: string, to: string): string {
  return `The types of ${to} equal those of ${from}, so no conversion functions are needed yet. When the types differ, codegen prints a function for each difference.`;
}

function copies(root: string, folder: string, from: string, to: string): NewFile[] {
  return handWritten(join(root, folder, from)).map(({ name, text }) => ({
    path: `${folder}/${to}/${name}`,
    text: renameVersion(ofNewVersion(text), from, to),
  }));
}

/**
 * Removes the markers for the releases of the old version, and the marker of the storage version.
 * In the new version, these markers would announce a wrong removal and declare a second storage
 * version.
 */
function ofNewVersion(text: string): string {
  const marker = String.raw`[ \t]*\+(?:k8s:prerelease-lifecycle-gen:[^\s*]+|kubebuilder:storageversion)`;
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
): UsageError {
  const versions = existing(root, base);
  const known =
    groups.length > 0
      ? `groups with this version: ${groups.join(", ")}`
      : versions.length > 0
        ? `existing versions: ${versions.join(", ")}`
        : "";
  return new UsageError(
    `no group${group === undefined ? "" : ` ${group}`} in ${base} has a folder ${from}${known === "" ? "" : `; ${known}`}`,
  );
}

/** Returns the versions of all groups, such as `restaurant/v1alpha1`. */
function existing(root: string, base: string): string[] {
  const versions = foldersIn(join(root, base)).flatMap((group) =>
    foldersIn(join(root, base, group)).map((version) => `${group}/${version}`),
  );
  return versions.filter((path) => versionProblem(path.slice(path.indexOf("/") + 1)) === undefined).sort();
}

/**
 * Replaces the name of a version in code such as `Convert_v1beta1_…`, `group/v1beta1` and
 * `"../v1beta1"`. Keeps longer names such as `v1beta10`.
 */
function renameVersion(text: string, from: string, to: string): string {
  return text.replace(new RegExp(`(?<![A-Za-z0-9])${from}(?![A-Za-z0-9])`, "g"), to);
}

function groupFolders(root: string, base: string, version: string): readonly string[] {
  const folder = join(root, base);
  return foldersIn(folder).filter((name) => existsSync(join(folder, name, version)));
}
