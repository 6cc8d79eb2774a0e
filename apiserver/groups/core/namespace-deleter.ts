import {
  isConflict,
  isNotFound,
  untypedResource,
  type ResourceClient,
  type RESTClient,
  type APIObject,
} from "@apimachinery/client";
import type { ServedResource } from "../../server/generic-api-server.js";
import { nextConditions } from "./namespace-conditions.js";
import { kubernetesFinalizer } from "./namespace-strategy.js";
import type { RemainingContent } from "./remaining-content.js";
import type { Namespace } from "./v1/types.js";
import type { GroupVersionKind } from "@apimachinery/runtime";

/** Resource type of Namespaces. */
export const namespaceResource = untypedResource<Namespace>(
  { group: "", version: "v1", kind: "Namespace" },
  "namespaces",
);

/** Deletes the content of namespaces (Go: namespacedResourcesDeleter). */
export class NamespaceDeleter {
  readonly #client: RESTClient;
  readonly #namespaces: ResourceClient<Namespace>;
  readonly #served: () => readonly ServedResource[];
  readonly #onError: (error: unknown) => void;

  /**
   * @param served returns the resources of the server
   * @param onError callback for errors after which the deletion continues
   */
  constructor(client: RESTClient, served: () => readonly ServedResource[], onError: (error: unknown) => void) {
    this.#client = client;
    this.#namespaces = client.resourceOf(namespaceResource);
    this.#served = served;
    this.#onError = onError;
  }

  /**
   * Deletes the content of a namespace that is being deleted, and then removes the finalizer of the
   * namespace controller.
   * @returns true if the controller has nothing more to delete in the namespace; false if
   * finalizers delay the removal of its content
   * @throws Error for objects that could not be deleted
   */
  async delete(name: string, signal: AbortSignal): Promise<boolean> {
    try {
      const namespace = await this.#namespaces.get(name, { signal });
      if (namespace.metadata.deletionTimestamp === undefined) return true;
      if ((namespace.spec.finalizers ?? []).length === 0) return true;
      if (!(await this.#deleteContent(namespace, signal))) return false;
      await this.#finalize(name, namespace.metadata.uid ?? "", signal);
      return true;
    } catch (error) {
      if (isNotFound(error)) return true;
      throw error;
    }
  }

  async #deleteContent(namespace: Namespace, signal: AbortSignal): Promise<boolean> {
    const name = namespace.metadata.name ?? "";
    const remaining: RemainingContent[] = [];
    const errors: Error[] = [];
    for (const resource of preferred(this.#served())) {
      try {
        const rest = await deleteResource(this.#client, resource, name, signal);
        if (rest !== undefined) remaining.push(rest);
      } catch (error) {
        errors.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    await this.#report(namespace, nextConditions(namespace.status.conditions ?? [], remaining, errors), signal);
    const [first] = errors;
    if (first !== undefined) throw errors.length === 1 ? first : new AggregateError(errors, messageOf(errors));
    return remaining.length === 0;
  }

  /**
   * Writes the conditions of the namespace if they have changed. If the write fails, the deletion
   * continues.
   */
  async #report(
    namespace: Namespace,
    conditions: Namespace["status"]["conditions"] | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (conditions === undefined) return;
    const changed = { ...namespace, status: { ...namespace.status, conditions } };
    try {
      await this.#namespaces.update(changed, { subresource: "status", signal });
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Removes the finalizer of the namespace controller. Other finalizers stay. */
  async #finalize(name: string, uid: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      const current = await this.#namespaces.get(name, { signal });
      if (current.metadata.uid !== uid) return;
      const finalizers = (current.spec.finalizers ?? []).filter((finalizer) => finalizer !== kubernetesFinalizer);
      try {
        await this.#namespaces.update({ ...current, spec: { finalizers } }, { subresource: "finalize", signal });
        return;
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
    }
  }
}

/** Returns the namespaced resources, each in its first version. */
function preferred(served: readonly ServedResource[]): readonly ServedResource[] {
  const names = new Set<string>();
  return served.filter(({ kind, resource, isNamespaced }) => {
    const name = `${resource}.${kind.group}`;
    if (!isNamespaced || names.has(name)) return false;
    names.add(name);
    return true;
  });
}

function messageOf(errors: readonly Error[]): string {
  return `[${errors.map(({ message }) => message).join(", ")}]`;
}

/**
 * Deletes all objects of a resource in a namespace (Go: deleteAllContentForGroupVersionResource).
 * @returns the number of remaining objects, and their finalizers; undefined if no object is left
 * @throws Error if a request fails, or if objects without finalizers remain
 */
async function deleteResource(
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
