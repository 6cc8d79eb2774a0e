import { keyOf, type APIObject, type DeepReadonly } from "@apimachinery/client";

/**
 * Records the successful reconciles of a controller, and finds lost and endless ones. A controller
 * must see the last state of each object, and one state only a few times: once for its event, and
 * again if the event arrives after the reconcile has read the state from the cache.
 */
export class ReconcileChecker {
  /** The last state that a reconcile has seen, by key; `absent` for a deleted object. */
  readonly #last = new Map<string, string>();
  /** Number of reconciles of each state. */
  readonly #counts = new Map<string, number>();
  reconciles = 0;

  /** Records a reconcile at its end. */
  record(key: string, object: DeepReadonly<APIObject> | undefined): void {
    const state = object === undefined ? "absent" : stateOf(object);
    this.reconciles++;
    this.#last.set(key, state);
    const id = `${key} ${state}`;
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  /** Returns the objects whose last state no reconcile has seen. */
  lost(objects: readonly APIObject[]): readonly string[] {
    const states = new Map(objects.map((object) => [keyOf(object), stateOf(object)]));
    const missing = [...states].filter(([key, state]) => this.#last.get(key) !== state);
    const undeleted = [...this.#last].filter(([key, state]) => state !== "absent" && !states.has(key));
    return [...missing, ...undeleted].map(([key, state]) => `${key} ${state}`);
  }

  /** Returns the states that were reconciled more often than twice for each run of the server. */
  endless(runs = 1): readonly string[] {
    return [...this.#counts].filter(([, count]) => count > 2 * runs).map(([id, count]) => `${id}: ${count} times`);
  }
}

function stateOf({ metadata }: DeepReadonly<APIObject>): string {
  return `${metadata.uid ?? ""} ${metadata.resourceVersion ?? ""}`;
}
