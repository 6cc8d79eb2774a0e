import { randomUUID } from "node:crypto";
import { requestLimits } from "../http/request-limits.js";
import type { Handler, Headers, HTTPRequest } from "../http/types.js";
import type { RequestInfo } from "./request-info.js";
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

/** A handler behind the start of the filter chain. */
export type APIHandler = Handler<APIRequest>;

/** The id under which a request is found in logs: the client's own, or a new one. */
export function auditIDOf(header: HTTPRequest["header"]): string {
  const given = header("audit-id");
  return given === undefined || given === "" ? randomUUID() : given.slice(0, requestLimits.auditIDCharacters);
}
