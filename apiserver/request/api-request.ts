import { randomUUID } from "node:crypto";
import { requestLimits } from "../http/request-limits.js";
import type { Handler, Headers, HTTPRequest } from "../http/types.js";
import type { Verdict } from "./authorizer.js";
import type { RequestInfo } from "./request-info.js";
import type { WarningRecorder } from "../http/warnings.js";
import type { AuditRecord } from "./audit-record.js";
import type { AuditAnnotations } from "./audit-annotations.js";

/** The authenticated user of a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A request of the API in the filter chain. Filters set `info` and `user`. */
export interface APIRequest extends Omit<HTTPRequest, "readBody"> {
  /**
   * Reads the body, as `readBody` of the HTTP request does. The filter for metrics replaces this
   * function by one that also measures the body.
   */
  readBody: HTTPRequest["readBody"];
  readonly auditID: string;
  /** Time at which the request arrived, in milliseconds of `performance.now`. */
  readonly received: number;
  readonly warnings: WarningRecorder;
  /** Audit of the request; undefined if the audit policy does not select it. */
  audit?: AuditRecord;
  /** Annotations for the audit event of the request. */
  readonly annotations: AuditAnnotations;
  /**
   * Time until which the response must be sent, in milliseconds of `performance.now`; undefined for
   * a request without a deadline, such as a watch.
   */
  deadline?: number;
  /**
   * Headers for every response to the request. A header that the response already has is not
   * overwritten; the values of `Vary` are combined.
   */
  readonly responseHeaders: Headers;
  info: RequestInfo;
  user: User;
  /**
   * For an impersonated request, the user that sent it, and the verb that allowed the
   * impersonation, such as `impersonate:user-info`; the verb is empty for `impersonate`. Undefined
   * without impersonation.
   */
  impersonatedFrom?: { readonly user: User; readonly constraint: string };
  /**
   * True if the resource supports protobuf. Only then can the Status of an error be encoded as
   * protobuf.
   */
  hasProtobuf?: boolean;
  /** Decision of the authorizers; undefined until the request is authorized. */
  verdict?: Verdict;
}

export const anonymous: User = { name: "system:anonymous", groups: ["system:unauthenticated"], extra: {} };

/** Handles a request of the API. */
export type APIHandler = Handler<APIRequest>;

/** Returns the id of a request for the log: the id that the client sent, or a new one. */
export function auditIDOf(header: HTTPRequest["header"]): string {
  const given = header("audit-id");
  return given === undefined || given === "" ? randomUUID() : given.slice(0, requestLimits.auditIDCharacters);
}
