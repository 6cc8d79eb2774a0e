import type { RESTClient } from "../rest/rest-client.js";
import type { ResourceClient } from "../rest/resource-client.js";
import { recordOfSpec, specOfRecord, type LeaderElectionRecord } from "./leader-election-record.js";
import { leaseResource, type Lease } from "./lease.js";
import type { ResourceLock } from "./resource-lock.js";

export interface LeaseLockOptions {
  /** Namespace of the Lease. */
  readonly namespace: string;
  /** Name of the Lease. All candidates of an election must use the same name. */
  readonly name: string;
  /** Unique identity of this candidate, for example the host name with a random string. */
  readonly identity: string;
  /** Labels that the leader sets on the Lease. Other labels of the Lease are kept. */
  readonly labels?: Readonly<Record<string, string>>;
  /**
   * Records events about the Lease when this candidate starts and stops leading. Default: no
   * events.
   */
  readonly eventRecorder?: LockEventRecorder;
}

/** The method of an EventRecorder that a lock calls. */
export interface LockEventRecorder {
  eventf(
    regarding: Lease,
    related: undefined,
    type: "Normal" | "Warning",
    reason: string,
    action: string,
    note: string,
  ): void;
}

/**
 * A lock that is stored in a Lease of coordination.k8s.io/v1 (Go: resourcelock.LeaseLock). Programs
 * that use client-go can take part in the same election.
 */
export class LeaseLock implements ResourceLock {
  readonly identity: string;
  readonly description: string;
  readonly #options: LeaseLockOptions;
  readonly #leases: ResourceClient<Lease>;
  #lease: Lease | undefined;

  constructor(client: RESTClient, options: LeaseLockOptions) {
    this.identity = options.identity;
    this.description = `${options.namespace}/${options.name}`;
    this.#options = options;
    this.#leases = client.resourceOf(leaseResource).namespace(options.namespace);
  }

  async get(signal: AbortSignal): Promise<{ readonly record: LeaderElectionRecord; readonly raw: string }> {
    this.#lease = await this.#leases.get(this.#options.name, { signal, ...once });
    const { spec } = this.#lease;
    return { record: recordOfSpec(spec), raw: JSON.stringify(spec ?? {}) };
  }

  async create(record: LeaderElectionRecord, signal: AbortSignal): Promise<void> {
    const { name, namespace, labels } = this.#options;
    this.#lease = await this.#leases.create(
      {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { name, namespace, ...(labels === undefined ? {} : { labels: { ...labels } }) },
        spec: specOfRecord(record),
      },
      { signal, ...once },
    );
  }

  async update(record: LeaderElectionRecord, signal: AbortSignal): Promise<void> {
    const old = this.#lease;
    if (old === undefined) throw new Error(`the lease ${this.description} must be read or created before its update`);
    const { labels } = this.#options;
    const metadata =
      labels === undefined ? old.metadata : { ...old.metadata, labels: { ...old.metadata.labels, ...labels } };
    this.#lease = await this.#leases.update({ ...old, metadata, spec: specOfRecord(record) }, { signal, ...once });
  }

  recordEvent(what: string): void {
    const { eventRecorder, identity } = this.#options;
    if (this.#lease === undefined) return;
    // The action contains the kind of event, because events with different actions are not
    // combined.
    const action = what.replace(/(?:^| )(.)/g, (_match, first: string) => first.toUpperCase());
    eventRecorder?.eventf(this.#lease, undefined, "Normal", "LeaderElection", action, `${identity} ${what}`);
  }
}

/**
 * Options of requests without automatic retries. The election itself retries after `retryPeriod`.
 */
const once = { maxRetries: 0 };
