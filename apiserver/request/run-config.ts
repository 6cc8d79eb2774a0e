/** How a server treats requests and its end. Times are in milliseconds. */
export interface RunConfig {
  readonly requestTimeout: number;
  /** How long a watch lives at least that does not say: up to twice that. */
  readonly minRequestTimeout: number;
  /** How many requests that read, or write, may be answered at once; 0 for any number. */
  readonly maxReads: number;
  readonly maxWrites: number;
  /** Origins whose web pages may use the server. */
  readonly corsOrigins: readonly RegExp[];
  /** Of Strict-Transport-Security; empty where it is not sent. */
  readonly hsts: string;
  /** Of HTTP/2 requests, how many are the last on their connection. */
  readonly goawayChance: number;
  readonly livezGrace: number;
  readonly shutdownDelay: number;
  /** Go on listening while requests end, and ask new ones to come again. */
  readonly sendsRetryAfter: boolean;
  /** Over how long watches are ended at a stop. */
  readonly watchTerminationGrace: number;
}

/** What a server does that is told nothing: the defaults of the flags. */
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
