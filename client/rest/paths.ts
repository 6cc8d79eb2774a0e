import type { GroupVersionKind } from "@apimachinery/runtime";

/** Where a resource is: the version and the plural. */
export interface ResourceLocation {
  readonly kind: GroupVersionKind;
  readonly resource: string;
}

/** @param namespace empty for all of them, and for a resource of the whole cluster */
export function collectionPath({ kind, resource }: ResourceLocation, namespace: string): string {
  const { group, version } = kind;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return namespace === "" ? `${root}/${resource}` : `${root}/namespaces/${segment(namespace, "namespace")}/${resource}`;
}

export function objectPath(location: ResourceLocation, namespace: string, name: string, subresource?: string): string {
  const path = `${collectionPath(location, namespace)}/${segment(name, "resource name")}`;
  // Some have a path of their own behind them, as `proxy` has.
  return subresource === undefined || subresource === "" ? path : `${path}/${subresource.split("/").map(encodeURIComponent).join("/")}`;
}

/** @throws Error for a name that no path can hold: it would ask for something else */
function segment(name: string, what: string): string {
  if (name === "") throw new Error(`${what} may not be empty`);
  if (name === "." || name === ".." || /[/%]/.test(name)) throw new Error(`invalid ${what} ${JSON.stringify(name)}: may not be "." or "..", nor contain "/" or "%"`);
  return encodeURIComponent(name);
}
