import type { Handler } from "../http/exchange.js";
import type { Authenticator } from "./authentication.js";
import type { Authorizer } from "./authorization.js";
import type { APIRequest } from "./context.js";
import type { Logger } from "./panic-recovery.js";

export type APIHandler = Handler<APIRequest>;

/** Wraps what comes further in. */
export type Filter = (next: APIHandler, config: ChainConfig) => APIHandler;

/** What the filters of a server decide by. */
export interface ChainConfig {
  readonly authenticators: readonly Authenticator[];
  readonly authorizers: readonly Authorizer[];
  /** Requests that are being answered: counted so that a stop waits for them. */
  readonly inFlight: InFlight;
  readonly log: Logger;
}

export interface InFlight {
  /** @returns what to call at the end; undefined where nothing new is taken any more */
  enter(): (() => void) | undefined;
}
