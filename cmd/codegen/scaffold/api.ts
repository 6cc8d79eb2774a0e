import { existsSync } from "node:fs";
import { join } from "node:path";
import { apiVersionOf, compareVersions, internalVersion } from "../../../engine/model/group-version.js";
import { packageManagerOf } from "../../../engine/base/package-manager.js";
import { UsageError } from "../failure.js";
import { declaringFile, kindsIn } from "./declares.js";
import { placeOfTypes, type NewFile, type Scaffold } from "./files.js";
import { groupFolder, layoutOf, type GroupLayout } from "./group-folder.js";
import { kebab } from "./names.js";
import { fileOf } from "./templates.js";

export interface NewApi {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** True if objects are namespaced, false if they belong to the whole cluster. */
  readonly namespaced: boolean;
  /** True if a new group gets an internal hub, to which all of its versions convert. */
  readonly internalHub: boolean;
}

/**
 * Returns the files of one version of a kind. In a group with an internal hub, also returns the
 * files of the hub. At the beginning, the types of the hub have the same fields as the version.
 * @throws UsageError if the files cannot be created
 */
export function apiFiles(root: string, base: string, api: NewApi): Scaffold {
  const { folder: group, taken } = groupFolder(root, base, api.group);
  const layout = layoutOf(root, group);
  const internalHub = layout.internalHub || api.internalHub;
  const version = `${group}/${api.version}`;
  const folders = [
    ...(internalHub ? [group] : []),
    ...new Set([version, ...layout.versions.map((v) => `${group}/${v}`)]),
  ];
  const problem =
    (internalHub ? withoutHub(group, layout) : otherVersion(root, group, api, layout)) ??
    nameInUse(root, folders, version, api.kind);
  if (problem !== undefined) throw new UsageError(problem);
  const files = [
    ...(internalHub ? [fileOf(`${group}/doc.ts`, "hub-doc", api), typesFile(root, group, api, internalVersion)] : []),
    fileOf(`${version}/doc.ts`, "doc", { ...api, apiVersion: apiVersionOf(api), hasInternalHub: internalHub }),
    typesFile(root, version, api, api.version),
  ];
  if (files.every(({ path }) => existsSync(join(root, path))))
    throw new UsageError(`${api.kind} of ${api.group}/${api.version} already exists; nothing was written`);
  const notes = [
    ...(taken === undefined ? [] : [taken]),
    ...(layout.internalHub && !api.internalHub
      ? [`${group} has an internal hub, so the types of ${api.kind} were also created in the hub.`]
      : []),
  ];
  return {
    files,
    next: `fill in the types${placeOfTypes(files)}`,
    ...(notes.length === 0 ? {} : { note: notes.join("\n") }),
  };
}

/** Returns a message if the group already has versions that convert without an internal hub. */
function withoutHub(group: string, { internalHub, versions }: GroupLayout): string | undefined {
  const [version] = versions;
  if (internalHub || version === undefined) return undefined;
  return `${group}/${version} already exists without an internal hub: remove the option --internal-hub`;
}

/**
 * Returns a message if the kind cannot be added to the version. A kind in a second version needs
 * conversions, and a kind that the hub lacks cannot be served.
 */
function otherVersion(root: string, group: string, api: NewApi, { versions, hub }: GroupLayout): string | undefined {
  const hasKind = (version: string): boolean => declaringFile(join(root, group, version), api.kind) !== undefined;
  if (hub === undefined || api.version === hub || hasKind(api.version)) return undefined;
  const { codegen } = packageManagerOf(root);
  const isNew = !versions.includes(api.version);
  const old = versions.find(hasKind);
  if (isNew && old !== undefined) {
    const file = `${group}/${old}/${declaringFile(join(root, group, old), api.kind) ?? ""}`;
    return `${file} already has the kind ${api.kind}; for a second version of the kind, run:
  ${codegen(`create version --from ${old} --to ${api.version} --group ${api.group}`)}`;
  }
  if (hasKind(hub)) return undefined;
  if (isNew && compareVersions(hub, api.version) > 0)
    return `${group} has no version ${api.version}: first create the version from ${hub}, and then the kind in this version:
  ${codegen(`create version --from ${hub} --to ${api.version} --group ${api.group}`)}`;
  const scope = api.namespaced ? " --namespaced" : "";
  return `all versions of ${group} convert to ${hub}, so ${api.kind} must also be a kind of ${hub}: first create it in ${hub}:
  ${codegen(`create api --group ${api.group} --version ${hub} --kind ${api.kind}${scope}`)}`;
}

/**
 * Returns a message if the version's folder already declares a name of the new types, or if the
 * group has a kind that differs only in case, because both kinds would have the same URL path.
 */
function nameInUse(root: string, folders: readonly string[], version: string, kind: string): string | undefined {
  for (const folder of folders) {
    const similar = kindsIn(join(root, folder)).find(
      (other) => other !== kind && other.toLowerCase() === kind.toLowerCase(),
    );
    if (similar !== undefined)
      return `${folder} already has the kind ${similar}, and ${kind} would have the same name in URLs: use another name`;
  }
  const kinds = kindsIn(join(root, version));
  if (kinds.includes(kind)) return undefined;
  for (const name of ["", "Spec", "Status", "List"].map((suffix) => `${kind}${suffix}`)) {
    const file = declaringFile(join(root, version), name);
    if (file !== undefined)
      return `${version}/${file} already declares ${name}: use another name for the kind, or rename that type`;
  }
  return undefined;
}

/**
 * Returns the file for the types: the file that already declares the kind, types.ts for the first
 * kind, or a new file for a later kind, so that no existing file is edited.
 */
function typesFile(root: string, folder: string, api: NewApi, version: string): NewFile {
  const declared = declaringFile(join(root, folder), api.kind);
  const name = declared ?? (existsSync(join(root, folder, "types.ts")) ? `${kebab(api.kind)}-types.ts` : "types.ts");
  return fileOf(`${folder}/${name}`, "types", { ...api, version });
}
