import { EventEmitter } from "node:events";

/** An object of the peer, with any further properties. */
export interface PeerObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly resourceVersion?: string;
    readonly [key: string]: unknown;
  };
  readonly [key: string]: unknown;
}

export interface PeerEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly path: string;
  readonly object: PeerObject;
  readonly revision: number;
}

/** The objects of a {@link ClusterPeer} by their paths, with the history of their changes. */
export class StoredObjects {
  readonly #objects = new Map<string, PeerObject>();
  readonly #history: PeerEvent[] = [];
  readonly #changes = new EventEmitter<{ event: [PeerEvent] }>();
  revision = 1;

  constructor() {
    this.#changes.setMaxListeners(0);
  }

  get(path: string): PeerObject | undefined {
    return this.#objects.get(path);
  }

  /** Creates or replaces an object, and returns it with its new revision. */
  put(path: string, given: PeerObject): PeerObject {
    const type = this.#objects.has(path) ? "MODIFIED" : "ADDED";
    const metadata = { uid: `uid-of-${given.metadata.name}`, ...given.metadata };
    const object = { ...given, metadata: { ...metadata, resourceVersion: String(++this.revision) } };
    this.#objects.set(path, object);
    this.#record({ type, path, object, revision: this.revision });
    return object;
  }

  /** Removes an object; does nothing if it does not exist. */
  remove(path: string): void {
    const object = this.#objects.get(path);
    if (object === undefined) return;
    this.#objects.delete(path);
    const metadata = { ...object.metadata, resourceVersion: String(++this.revision) };
    this.#record({ type: "DELETED", path, object: { ...object, metadata }, revision: this.revision });
  }

  /**
   * Returns the objects of a collection. The path of an object in a namespace also belongs to the
   * collection of all namespaces.
   */
  list(collection: string): readonly PeerObject[] {
    return [...this.#objects].filter(([path]) => isIn(path, collection)).map(([, object]) => object);
  }

  /**
   * Calls `then` for all changes of a collection after a revision, also for past ones.
   * @returns function that ends the watch
   */
  watch(collection: string, after: number, then: (event: PeerEvent) => void): () => void {
    const onEvent = (event: PeerEvent) => {
      if (isIn(event.path, collection) && event.revision > after) then(event);
    };
    for (const event of this.#history) onEvent(event);
    this.#changes.on("event", onEvent);
    return () => this.#changes.off("event", onEvent);
  }

  #record(event: PeerEvent): void {
    this.#history.push(event);
    this.#changes.emit("event", event);
  }
}

function isIn(path: string, collection: string): boolean {
  const all = path.replace(/\/namespaces\/[^/]+\/(?=[^/]+\/[^/]+$)/, "/");
  return [path, all].some((one) => one.slice(0, one.lastIndexOf("/")) === collection);
}
