/** Settings of the handling of requests and of the shutdown. Times are in milliseconds. */
export interface RunConfig {
  readonly requestTimeout: number;
  /**
   * Minimum timeout of watches without `timeoutSeconds`; the actual value is random between 1× and
   * 2×.
   */
  readonly minRequestTimeout: number;
  /** Maximum number of concurrent requests that read, or that write; 0 for no limit. */
  readonly maxReads: number;
  readonly maxWrites: number;
  /** Origins whose web pages can use the server. */
  readonly corsOrigins: readonly RegExp[];
  /** Value of Strict-Transport-Security; empty if the header is not sent. */
  readonly hsts: string;
  /** The probability with which an HTTP/2 request closes its connection. */
  readonly goawayChance: number;
  readonly livezGrace: number;
  readonly shutdownDelay: number;
  /** Whether the server keeps listening during the shutdown and answers new requests with 429. */
  readonly sendsRetryAfter: boolean;
  /** The period over which watches are ended during the shutdown. */
  readonly watchTerminationGrace: number;
}

/** The defaults of the flags. */
export const defaultRunConfig: RunConfig = {
  requestTimeout: 60_000,
  minRequestTimeout: 1_800_000,
  maxReads: 400,
  maxWrites: 200,
  corsOrigins: [],
  hsts: "",
  goawayChance: 0,
  livezGrace: 0,
  shutdownDelay: 0,
  sendsRetryAfter: false,
  watchTerminationGrace: 0,
};
