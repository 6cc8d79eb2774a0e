import type { GroupVersionKind } from "@apimachinery/runtime";

/** The parts of a resource's path: group, version and plural name. */
export interface ResourceLocation {
  readonly kind: GroupVersionKind;
  readonly resource: string;
}

/**
 * Returns the path of a collection.
 * @param namespace empty for all namespaces and for cluster-scoped resources
 * @throws Error if group, version, plural name or namespace is not a valid path segment
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
 * Returns the path of an object, or of a subresource of the object.
 * @throws Error if the name or another part of the path is not a valid path segment
 */
export function objectPath(location: ResourceLocation, namespace: string, name: string, subresource?: string): string {
  const path = `${collectionPath(location, namespace)}/${segment(name, "resource name")}`;
  if (subresource === undefined || subresource === "") return path;
  // A subresource such as `proxy` can be followed by a path, whose last segment can be empty.
  const segments = subresource
    .split("/")
    .map((part, index) => (part === "" && index > 0 ? "" : segment(part, "subresource")));
  return `${path}/${segments.join("/")}`;
}

/**
 * Returns a percent-encoded path segment. Source: Go's path.IsValidPathSegmentName.
 * @throws Error for an empty string, `.`, `..`, and a string with `/` or `%`
 */
function segment(name: string, what: string): string {
  if (name === "") throw new Error(`${what} may not be empty`);
  if (name === "." || name === ".." || /[/%]/.test(name)) {
    throw new Error(`invalid ${what} ${JSON.stringify(name)}: may not be "." or "..", nor contain "/" or "%"`);
  }
  return encodeURIComponent(name);
}
