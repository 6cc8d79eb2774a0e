import { isConflict, isNotFound, untypedResource, type ResourceClient, type RESTClient } from "@apimachinery/client";
import type { ServedResource } from "../../server/generic-api-server.js";
import { deleteResource } from "./delete-resource.js";
import { nextConditions } from "./namespace-conditions.js";
import { kubernetesFinalizer } from "./namespace-strategy.js";
import type { RemainingContent } from "./remaining-content.js";
import type { Namespace } from "./v1/types.js";

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
