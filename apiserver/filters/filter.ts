import type { AuditConfig } from "../audit/audit-config.js";
import type { Log } from "../logging/log.js";
import type { RouteMetrics } from "../metrics/request-metrics.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { RequestInfo } from "../request/request-info.js";
import type { RunConfig } from "../request/run-config.js";
import type { Authenticator } from "../authentication/authenticator.js";
import type { Authorizer } from "../request/authorizer.js";
import type { APIHandler, APIRequest } from "../request/api-request.js";
import type { Logger } from "../logging/logger.js";

/**
 * Creates the handler of a filter, which calls `next`. A disabled filter returns `next` itself, so
 * it costs nothing.
 */
export type RequestFilter = (next: APIHandler, config: ChainConfig) => APIHandler;

/** Configuration of all filters. */
export interface ChainConfig {
  readonly authenticators: readonly Authenticator[];
  readonly authorizers: readonly Authorizer[];
  /** Audit of requests; undefined if the server has no audit policy. */
  readonly audit?: AuditConfig | undefined;
  readonly run: RunConfig;
  readonly lifecycle: LifecycleState;
  readonly metrics: ServerMetrics;
  /** Returns the metrics of a request; undefined if no handler serves it. */
  readonly routeOf: (request: APIRequest) => RouteMetrics | undefined;
  /**
   * Reports whether a request is for a subresource that connects its client with a handler. Absent
   * if the server has no such subresource.
   */
  readonly isConnect?: ((info: RequestInfo) => boolean) | undefined;
  readonly log: Logger;
  /** Logs requests; undefined if request logging is off. */
  readonly requestLog: Log["info"] | undefined;
}

/** State of a server from its start to its shutdown. */
export interface LifecycleState {
  /**
   * True after the beginning of a shutdown, if the server then responds to new requests with 429.
   */
  readonly asksToRetry: boolean;
  /**
   * Registers the beginning of a request that has a deadline.
   * @returns function to call at the end of the request; undefined if the server accepts no new
   * requests
   */
  enter(): (() => void) | undefined;
  /**
   * Registers the beginning of a response that is a stream, usually of a watch.
   * @param end callback that ends the watch at a shutdown. It is called at most once
   * @returns function to call when the watch ends for another reason; undefined if the server
   * accepts no new watches
   */
  watching(end: () => void): (() => void) | undefined;
}
