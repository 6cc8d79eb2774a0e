import { goQuote, type ObjectMeta } from "@apimachinery/runtime";

/**
 * What an object is known by in a cache and a work queue: `namespace/name`, or `name`. Go's
 * MetaNamespaceKeyFunc.
 */
export function keyOf({ metadata }: { readonly metadata: Readonly<Pick<ObjectMeta, "namespace" | "name">> }): string {
  return joinKey(metadata.namespace ?? "", metadata.name ?? "");
}

export function joinKey(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** @throws Error for a text that is no key */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const [first = "", second, ...more] = key.split("/");
  if (more.length > 0) throw new Error(`unexpected key format: ${goQuote(key)}`);
  return second === undefined ? { namespace: "", name: first } : { namespace: first, name: second };
}
