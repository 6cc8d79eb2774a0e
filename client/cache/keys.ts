import { goQuote, type ObjectMeta } from "@apimachinery/runtime";

/**
 * Returns the key of an object in caches and work queues: `namespace/name`, or `name` (Go:
 * MetaNamespaceKeyFunc).
 */
export function keyOf({ metadata }: { readonly metadata: Readonly<Pick<ObjectMeta, "namespace" | "name">> }): string {
  return joinKey(metadata.namespace ?? "", metadata.name ?? "");
}

export function joinKey(namespace: string, name: string): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}

/**
 * Splits a key into namespace and name. The namespace is empty for a cluster-scoped object.
 * @throws Error for a string with more than one slash
 */
export function splitKey(key: string): { readonly namespace: string; readonly name: string } {
  const [first = "", second, ...more] = key.split("/");
  if (more.length > 0) throw new Error(`unexpected key format: ${goQuote(key)}`);
  return second === undefined ? { namespace: "", name: first } : { namespace: first, name: second };
}
