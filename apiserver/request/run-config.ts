/** Settings for request handling and shutdown. Times are in milliseconds. */
export interface RunConfig {
  readonly requestTimeout: number;
  /** Reports whether requests without credentials for a path are served as the anonymous user. */
  readonly allowsAnonymous: (path: string) => boolean;
  /**
   * Minimum timeout of watches without `timeoutSeconds`. The actual timeout is random, between the
   * minimum and twice the minimum.
   */
  readonly minRequestTimeout: number;
  /**
   * Maximum numbers of concurrent read requests and of concurrent write requests; 0 for no limit.
   */
  readonly maxReads: number;
  readonly maxWrites: number;
  /** Number of objects that a collection delete deletes at the same time. */
  readonly deleteCollectionWorkers: number;
  /** Origins whose web pages can use the server. */
  readonly corsOrigins: readonly RegExp[];
  /** Value of Strict-Transport-Security; empty if the header is not sent. */
  readonly hsts: string;
  /**
   * Probability that the server asks an HTTP/2 client to reconnect after a request, from 0 to 1.
   */
  readonly goawayChance: number;
  readonly livezGrace: number;
  /** Timeout of the health checks of the storage, and of its readiness check. */
  readonly storageHealthTimeout: number;
  readonly storageReadyTimeout: number;
  /** Minimum age of the object counts in the metrics before the objects are counted again. */
  readonly countAge: number;
  readonly shutdownDelay: number;
  /** True if the server still listens during the shutdown and responds to new requests with 429. */
  readonly sendsRetryAfter: boolean;
  /** Period of the shutdown in which the watches are ended, evenly distributed. */
  readonly watchTerminationGrace: number;
}

/** Settings with the default values of the flags. */
export const defaultRunConfig: RunConfig = {
  requestTimeout: 60_000,
  allowsAnonymous: () => true,
  minRequestTimeout: 1_800_000,
  maxReads: 400,
  maxWrites: 200,
  deleteCollectionWorkers: 64,
  corsOrigins: [],
  hsts: "",
  goawayChance: 0,
  livezGrace: 0,
  storageHealthTimeout: 2000,
  storageReadyTimeout: 2000,
  countAge: 60_000,
  shutdownDelay: 0,
  sendsRetryAfter: false,
  watchTerminationGrace: 0,
};
