/** @file What a server answers when it answers no object. */

import type { int32 } from "../../types.js";
import type { ListMeta, TypeMeta } from "./types.js";

/** The outcome of a request.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Status extends TypeMeta<"v1", "Status"> {
  /** +optional */
  metadata: ListMeta;
  status?: "Success" | "Failure";
  /** For people. */
  message?: string;
  /** For programs: refines the code, and says which details there are. */
  reason?: StatusReason;
  details?: StatusDetails;
  /** The HTTP status code. */
  code?: int32;
}

/** More about a failure. Every field may be missing. */
export interface StatusDetails {
  name?: string;
  group?: string;
  /** The kind, and for some reasons the resource. */
  kind?: string;
  uid?: string;
  /** +listType=atomic */
  causes?: StatusCause[];
  /** When to try again; for some reasons, when to try something else. */
  retryAfterSeconds?: int32;
}

/** One of the causes of a failure. */
export interface StatusCause {
  /** For programs: a field error's type, or what a group defines beside them. */
  reason?: string;
  /** For people. */
  message?: string;
  /** The field by its name in JSON: `name`, `items[0].name`. */
  field?: string;
}

/** Each reason has one HTTP status code; several reasons may share one. */
export type StatusReason =
  | "Unauthorized"
  | "Forbidden"
  | "NotFound"
  | "AlreadyExists"
  | "Conflict"
  | "Gone"
  | "Invalid"
  | "ServerTimeout"
  | "StorageReadError"
  | "Timeout"
  | "TooManyRequests"
  | "BadRequest"
  | "MethodNotAllowed"
  | "NotAcceptable"
  | "RequestEntityTooLarge"
  | "UnsupportedMediaType"
  | "InternalError"
  | "Expired"
  | "ServiceUnavailable";
