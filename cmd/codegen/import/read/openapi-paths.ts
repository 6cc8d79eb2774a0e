import { isReadSchema, stringAt, type ReadSchema } from "../schema.js";

/** The resource of a kind, as described by the paths of an OpenAPI document. */
export interface PathResource {
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly hasStatus: boolean;
}

const named = /^\/(?:api|apis\/[^/]+)\/[^/]+(\/namespaces\/\{namespace\})?\/([^/{}]+)(?:\/\{name\}(\/status)?)?$/;

/**
 * Returns the resources of a document by `<group>/<version>/<kind>`; undefined for a document
 * without paths.
 */
export function resourcesIn(document: ReadSchema): ReadonlyMap<string, PathResource> | undefined {
  const { paths } = document;
  if (!isReadSchema(paths) || Object.keys(paths).length === 0) return undefined;
  const result = new Map<string, PathResource>();
  for (const [path, operations] of Object.entries(paths)) {
    const [, namespace, plural, status] = named.exec(path) ?? [];
    const key = plural === undefined || !isReadSchema(operations) ? undefined : kindOf(operations);
    if (key === undefined || plural === undefined) continue;
    const known = result.get(key);
    const hasStatus = status !== undefined || known?.hasStatus === true;
    // A namespaced resource also has a path without a namespace, which lists all namespaces.
    const isNamespaced = namespace !== undefined || known?.isNamespaced === true;
    result.set(key, { plural, isNamespaced, hasStatus });
  }
  return result;
}

/** Returns the group, version and kind of the operations at a path; undefined if none has them. */
function kindOf(operations: ReadSchema): string | undefined {
  for (const operation of Object.values(operations)) {
    const kind = isReadSchema(operation) ? operation["x-kubernetes-group-version-kind"] : undefined;
    if (!isReadSchema(kind)) continue;
    return ["group", "version", "kind"].map((keyword) => stringAt(kind, keyword) ?? "").join("/");
  }
  return undefined;
}
