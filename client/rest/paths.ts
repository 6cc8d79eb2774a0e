import type { GroupVersionKind } from "@apimachinery/runtime";

/** Version, kind and plural name of a resource. */
export interface ResourceLocation {
  readonly kind: GroupVersionKind;
  readonly resource: string;
}

/**
 * Returns the path of a collection. `namespace` is empty for all namespaces and for cluster-scoped
 * resources.
 * @throws Error if group, version, plural or namespace is not one path segment
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
 * @throws Error if the name, a segment of the subresource or a part of `location` is not one path
 * segment
 */
export function objectPath(location: ResourceLocation, namespace: string, name: string, subresource?: string): string {
  const path = `${collectionPath(location, namespace)}/${segment(name, "resource name")}`;
  if (subresource === undefined || subresource === "") return path;
  // A path can follow a subresource such as `proxy`. The last segment of that path can be empty.
  const segments = subresource
    .split("/")
    .map((part, index) => (part === "" && index > 0 ? "" : segment(part, "subresource")));
  return `${path}/${segments.join("/")}`;
}

/**
 * Returns an escaped path segment. Source: Go's path.IsValidPathSegmentName.
 * @throws Error for an empty string, `.`, `..`, and a string with `/` or `%`
 */
function segment(name: string, what: string): string {
  if (name === "") throw new Error(`${what} may not be empty`);
  if (name === "." || name === ".." || /[/%]/.test(name)) {
    throw new Error(`invalid ${what} ${JSON.stringify(name)}: may not be "." or "..", nor contain "/" or "%"`);
  }
  return encodeURIComponent(name);
}
