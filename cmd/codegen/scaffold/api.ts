import { existsSync } from "node:fs";
import { join } from "node:path";
import { declaringFile, groupOf } from "./declares.js";
import type { NewFile } from "./files.js";
import { folderOfGroup, kebab } from "./names.js";

export interface NewApi {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** True if objects are in namespaces. Otherwise they belong to the whole cluster. */
  readonly namespaced: boolean;
}

/**
 * Returns the files of a group's hub and of one version of a kind. Both versions begin with the
 * same fields. Returns a text with the reason if the files cannot be created.
 */
export function apiFiles(root: string, base: string, api: NewApi): NewFile[] | string {
  const group = `${base}/${folderOfGroup(api.group)}`;
  const other = groupOf(join(root, group, "doc.ts"));
  if (other !== undefined && other !== api.group) return `the folder ${group} belongs to the group ${other}`;
  const version = `${group}/${api.version}`;
  return [
    { path: `${group}/doc.ts`, text: hubDoc(api) },
    ...typesFile(root, group, api, "__internal"),
    { path: `${version}/doc.ts`, text: versionDoc(api) },
    ...typesFile(root, version, api, api.version),
  ];
}

/**
 * Returns the file for the types: types.ts for the first kind, and a new file for each later kind,
 * so that no existing file is edited.
 */
function typesFile(root: string, folder: string, api: NewApi, version: string): NewFile[] {
  const declared = declaringFile(join(root, folder), api.kind);
  const name = declared ?? (existsSync(join(root, folder, "types.ts")) ? `${kebab(api.kind)}-types.ts` : "types.ts");
  return [{ path: `${folder}/${name}`, text: types(api, version) }];
}

function hubDoc({ group }: NewApi): string {
  return `/**
 * The hub of ${group}: the form of its types that the server works with.
 *
 * Each version converts to the hub and from it. No client sees the hub, so you may change it
 * whenever the versions stay convertible.
 *
 * +k8s:deepcopy-gen=package
 * +groupName=${group}
 *
 * @packageDocumentation
 */
export {};
`;
}

function versionDoc({ group, version }: NewApi): string {
  return `/**
 * ${group}/${version}: the types that clients send and receive.
 *
 * +k8s:deepcopy-gen=package
 * +k8s:conversion-gen=..
 * +k8s:defaulter-gen=TypeMeta
 * +groupName=${group}
 *
 * @packageDocumentation
 */
export {};
`;
}

function types({ group, kind, namespaced }: NewApi, version: string): string {
  const scope = namespaced ? "" : " * +genclient:nonNamespaced\n";
  return `import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * ${kind} is …
 *
 * +kubebuilder:subresource:status
${scope} */
export interface ${kind} extends TypeMeta<"${group}/${version}", "${kind}"> {
  metadata: ObjectMeta;
  spec: ${kind}Spec;
  status: ${kind}Status;
}

/** The desired state. */
export interface ${kind}Spec {
  /** Free text. */
  description?: string;
}

/** The observed state. */
export interface ${kind}Status {
  /** The reason for the observed state. */
  message?: string;
}

/** A list of ${kind} objects. */
export interface ${kind}List extends TypeMeta<"${group}/${version}", "${kind}List"> {
  metadata: ListMeta;
  items: ${kind}[];
}
`;
}
