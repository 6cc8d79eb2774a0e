import type { EquivalentResource } from "./object-interfaces.js";

/**
 * The resources of a server by their stored objects and their subresource (Go:
 * runtime.EquivalentResourceRegistry). All versions of a resource have the same objects.
 */
export class EquivalentResources {
  readonly #known = new Map<object, Map<string, EquivalentResource[]>>();

  /**
   * Adds a resource, when its group is installed.
   * @param store identifies the stored objects
   * @param subresource empty for the resource itself
   */
  add(store: object, subresource: string, resource: EquivalentResource): void {
    const ofStore = this.#known.get(store) ?? new Map<string, EquivalentResource[]>();
    this.#known.set(store, ofStore);
    ofStore.set(subresource, [...(ofStore.get(subresource) ?? []), resource]);
  }

  /** Returns the resources with the same objects, in the order in which they were added. */
  of(store: object, subresource: string): readonly EquivalentResource[] {
    return this.#known.get(store)?.get(subresource) ?? [];
  }
}
