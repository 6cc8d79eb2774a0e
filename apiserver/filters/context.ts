import type { Headers, HTTPRequest } from "../http/types.js";
import type { RequestInfo } from "../http/request-info.js";
import type { WarningRecorder } from "../http/warnings.js";

/** Who sends a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/**
 * A request on its way through the chain. Filters write what they find out about it into it, each
 * its own.
 */
export interface APIRequest extends HTTPRequest {
  readonly auditID: string;
  /** When it came, in milliseconds by `performance.now`. */
  readonly received: number;
  readonly warnings: WarningRecorder;
  /** What every response to it says; a response's own headers win. */
  readonly responseHeaders: Headers;
  info: RequestInfo;
  user: User;
}

export const anonymous: User = { name: "system:anonymous", groups: ["system:unauthenticated"], extra: {} };
