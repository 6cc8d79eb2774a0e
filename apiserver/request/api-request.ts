import { randomUUID } from "node:crypto";
import { requestLimits } from "../http/request-limits.js";
import type { Handler, Headers, HTTPRequest } from "../http/types.js";
import type { RequestInfo } from "./request-info.js";
import type { WarningRecorder } from "../http/warnings.js";

/** The authenticated user of a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A request in the filter chain. Filters set `info` and `user`. */
export interface APIRequest extends HTTPRequest {
  readonly auditID: string;
  /** Time of arrival, in milliseconds of `performance.now`. */
  readonly received: number;
  readonly warnings: WarningRecorder;
  /** Headers of every response to the request. The response's own headers override them. */
  readonly responseHeaders: Headers;
  info: RequestInfo;
  user: User;
}

export const anonymous: User = { name: "system:anonymous", groups: ["system:unauthenticated"], extra: {} };

/** Handles a request of the API. */
export type APIHandler = Handler<APIRequest>;

/** Returns the id of a request for the logs: the client's, or a new one. */
export function auditIDOf(header: HTTPRequest["header"]): string {
  const given = header("audit-id");
  return given === undefined || given === "" ? randomUUID() : given.slice(0, requestLimits.auditIDCharacters);
}
