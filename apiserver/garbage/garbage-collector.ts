import { setMaxListeners } from "node:events";
import { runWorkers, WorkQueue, type RESTClient, type WorkQueueObserver } from "@apimachinery/client";
import type { Log } from "../logging/log.js";
import { Checks } from "./checks.js";
import type { CollectedResource, CollectedResources } from "./collected-resources.js";
import { Follower, OutdatedGraphError } from "./follower.js";
import { Graph, type Node } from "./graph.js";
import type { InvalidOwners } from "./invalid-owners.js";
import { CollectorObjects } from "./objects.js";
import { OwnerLookup } from "./owners.js";

/** Number of objects that are checked at the same time, as in Kubernetes. */
const workers = 20;

export interface GarbageCollectorOptions {
  readonly resources: CollectedResources;
  /** Client for writes. */
  readonly client: RESTClient;
  /** Writes events about invalid owners; undefined if the server does not serve events. */
  readonly invalidOwners: InvalidOwners | undefined;
  readonly queueObserver?: WorkQueueObserver;
  readonly log: Pick<Log, "info" | "error">;
}

/**
 * Deletes objects whose owners do not exist, deletes the dependents of objects that are deleted
 * with the policy Foreground, and removes the references to objects that are deleted with the
 * policy Orphan (Go: GarbageCollector). It finds all of its state again in the stored objects, so
 * it continues after a restart.
 */
export class GarbageCollector {
  readonly #options: GarbageCollectorOptions;
  readonly #queue: WorkQueue<string>;
  readonly #graph: Graph;
  readonly #followers: ReadonlyMap<CollectedResource, Follower>;

  constructor(options: GarbageCollectorOptions) {
    const { resources, queueObserver, log } = options;
    this.#options = options;
    this.#queue = new WorkQueue(queueObserver && { observer: queueObserver });
    this.#graph = new Graph(resources, (uid) => {
      this.#queue.add(uid);
    });
    this.#followers = new Map(
      resources.all.map((resource) => {
        const onError = (error: unknown) => {
          log.error(`the garbage collector could not watch ${resource.resource} and will retry`, error);
        };
        return [resource, new Follower(resource, this.#graph, onError)];
      }),
    );
  }

  /** Objects that have owners or dependents. */
  get graph(): Graph {
    return this.#graph;
  }

  /** Runs the garbage collector until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    // Each resource and each request in progress adds a listener to the signal, so Node's warning
    // about many listeners is disabled.
    setMaxListeners(0, signal);
    const { invalidOwners } = this.#options;
    invalidOwners?.start();
    const followers = [...this.#followers.values()];
    const following = followers.map((follower) => follower.run(signal));
    // Before all followers have synced, existing owners are missing in the graph, and a check would
    // have to read each of them from the store.
    await Promise.all(followers.map((follower) => follower.synced()));
    const checks = this.#checks(followers, signal);
    await Promise.all([...following, this.#work(checks, signal)]);
    await invalidOwners?.stop();
  }

  #checks(followers: readonly Follower[], signal: AbortSignal): Checks {
    const { client, resources, invalidOwners, log } = this.#options;
    const graph = this.#graph;
    const objects = new CollectorObjects(client, signal);
    const owners = new OwnerLookup({ resources, graph, objects, followers: this.#followers, invalidOwners });
    return new Checks({ graph, objects, owners, followers, log, signal });
  }

  #work(checks: Checks, signal: AbortSignal): Promise<void> {
    return runWorkers<string>(
      {
        queue: this.#queue,
        count: workers,
        process: async (uid) => {
          const node = this.#graph.get(uid);
          if (node !== undefined) await checks.check(node);
          return undefined;
        },
        onError: (error, uid) => {
          if (!signal.aborted) this.#report(this.#graph.get(uid), error);
        },
      },
      signal,
    );
  }

  #report(node: Node | undefined, error: unknown): void {
    const { log } = this.#options;
    const message = `the garbage collector failed to check ${nameOf(node)} and will retry`;
    if (error instanceof OutdatedGraphError) log.info(4, message, { why: error.message });
    else log.error(message, error);
  }
}

function nameOf(node: Node | undefined): string {
  if (node?.place === undefined) return "an object";
  const { resource, namespace, name } = node.place;
  return `${resource.kind.kind} ${namespace === "" ? "" : `${namespace}/`}${name}`;
}
