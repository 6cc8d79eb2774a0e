import type { Log } from "../logging/log.js";
import type { RouteMetrics } from "../metrics/request-metrics.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { RunConfig } from "../request/run-config.js";
import type { Authenticator } from "./authentication.js";
import type { Authorizer } from "../request/authorizer.js";
import type { APIHandler, APIRequest } from "../request/api-request.js";
import type { Logger } from "../logging/logger.js";

/**
 * Wraps what comes further in. One that has nothing to do gives back `next` itself, and costs
 * nothing.
 */
export type Filter = (next: APIHandler, config: ChainConfig) => APIHandler;

/** What the filters of a server decide by. */
export interface ChainConfig {
  readonly authenticators: readonly Authenticator[];
  readonly authorizers: readonly Authorizer[];
  readonly run: RunConfig;
  readonly lifecycle: Lifecycle;
  readonly metrics: ServerMetrics;
  /** By what a request is counted; undefined for one that nobody serves. */
  readonly routeOf: (request: APIRequest) => RouteMetrics | undefined;
  readonly log: Logger;
  /** Where requests are logged; undefined where they are not. */
  readonly requestLog: Log["info"] | undefined;
}

/** Where a server is between its start and its end, as far as requests notice. */
export interface Lifecycle {
  /** New requests are asked to come again. */
  readonly asksToRetry: boolean;
  /**
   * A request that is no watch begins. @returns what to call at its end; undefined where nothing
   * new is taken any more
   */
  enter(): (() => void) | undefined;
  /**
   * A watch begins, which a stop ends. @param end called once, at most. @returns what to call when
   * it has ended by itself; undefined where nothing new is taken
   */
  watching(end: () => void): (() => void) | undefined;
}
