import type { GroupVersionKind } from "@apimachinery/runtime";

/** Version and plural name of a resource. */
export interface ResourceLocation {
  readonly kind: GroupVersionKind;
  readonly resource: string;
}

/**
 * Returns the path of a collection. `namespace` is empty for all namespaces and for cluster-scoped
 * resources.
 * @throws Error for a group, version, plural or namespace that is not one path segment
 */
export function collectionPath({ kind, resource }: ResourceLocation, namespace: string): string {
  const version = segment(kind.version, "version");
  const root = kind.group === "" ? `/api/${version}` : `/apis/${segment(kind.group, "group")}/${version}`;
  const collection = segment(resource, "resource");
  return namespace === ""
    ? `${root}/${collection}`
    : `${root}/namespaces/${segment(namespace, "namespace")}/${collection}`;
}

/**
 * Returns the path of an object, or of its subresource.
 * @throws Error as `collectionPath`, and for such a name or such a segment of the subresource
 */
export function objectPath(location: ResourceLocation, namespace: string, name: string, subresource?: string): string {
  const path = `${collectionPath(location, namespace)}/${segment(name, "resource name")}`;
  if (subresource === undefined || subresource === "") return path;
  // A subresource such as `proxy` is followed by a path. Its last segment can be empty.
  const segments = subresource
    .split("/")
    .map((part, index) => (part === "" && index > 0 ? "" : segment(part, "subresource")));
  return `${path}/${segments.join("/")}`;
}

/**
 * Returns one escaped path segment. Source: Go's path.IsValidPathSegmentName.
 * @throws Error for a text that would change the path around it
 */
function segment(name: string, what: string): string {
  if (name === "") throw new Error(`${what} may not be empty`);
  if (name === "." || name === ".." || /[/%]/.test(name)) {
    throw new Error(`invalid ${what} ${JSON.stringify(name)}: may not be "." or "..", nor contain "/" or "%"`);
  }
  return encodeURIComponent(name);
}
