import type { EquivalentResource } from "./object-interfaces.js";

/**
 * Finds the resources of a server that have the same stored objects and the same subresource (Go:
 * runtime.EquivalentResourceRegistry). All versions of a resource have the same stored objects.
 * Resources of two groups can also have the same stored objects.
 */
export class EquivalentResources {
  readonly #known = new Map<string, Map<string, EquivalentResource[]>>();

  /**
   * Adds a resource in one version. Called when a group is installed.
   * @param prefix key prefix of the stored objects
   * @param subresource empty for the resource itself
   */
  add(prefix: string, subresource: string, resource: EquivalentResource): void {
    const ofStore = this.#known.get(prefix) ?? new Map<string, EquivalentResource[]>();
    this.#known.set(prefix, ofStore);
    ofStore.set(subresource, [...(ofStore.get(subresource) ?? []), resource]);
  }

  /**
   * Returns the resources with this prefix and this subresource, in the order in which they were
   * added; an empty list if none was added.
   */
  of(prefix: string, subresource: string): readonly EquivalentResource[] {
    return this.#known.get(prefix)?.get(subresource) ?? [];
  }
}
