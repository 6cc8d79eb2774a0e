import { untypedResource, type APIObject, type RESTClient } from "@apimachinery/client";
import type { GroupVersionKind } from "@apimachinery/runtime";
import type { RemainingContent } from "./remaining-content.js";

/**
 * Deletes all objects of a resource in a namespace (Go: deleteAllContentForGroupVersionResource).
 * @returns the number of remaining objects, and their finalizers; undefined if no object is left
 * @throws Error if a request fails, or if objects without finalizers remain
 */
export async function deleteResource(
  client: RESTClient,
  { kind, resource }: { readonly kind: GroupVersionKind; readonly resource: string },
  namespace: string,
  signal: AbortSignal,
): Promise<RemainingContent | undefined> {
  const objects = client.resourceOf(untypedResource(kind, resource)).namespace(namespace);
  await objects.deleteCollection({ propagationPolicy: "Background", signal });
  let count = 0;
  const finalizers = new Map<string, number>();
  for await (const object of objects.each({ signal })) {
    count++;
    for (const finalizer of finalizersOf(object)) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  }
  if (count === 0) return undefined;
  const { group, version } = kind;
  if (finalizers.size === 0)
    throw new Error(
      `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${resource}`,
    );
  return { group, resource, count, finalizers };
}

function finalizersOf({ metadata }: APIObject): readonly string[] {
  return metadata.finalizers ?? [];
}
