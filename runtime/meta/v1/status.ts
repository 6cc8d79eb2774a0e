/** @file Statuses: responses that describe the outcome of a request instead of an object. */

import type { int32 } from "../../values/types.js";
import type { ListMeta, TypeMeta } from "./types.js";

/** The outcome of a request.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Status extends TypeMeta<"v1", "Status"> {
  /** +optional */
  metadata: ListMeta;
  /** +omitzero */
  status?: "Success" | "Failure";
  /**
   * Human-readable description.
   * +omitzero
   */
  message?: string;
  /**
   * Machine-readable reason. It is more specific than the code and determines the details.
   * +omitzero
   */
  reason?: StatusReason;
  details?: StatusDetails;
  /**
   * The HTTP status code.
   * +omitzero
   */
  code?: int32;
}

/** Details of a failed request. All fields are optional. */
export interface StatusDetails {
  /** +omitzero */
  name?: string;
  /** +omitzero */
  group?: string;
  /**
   * Kind of the object; for some reasons, the resource.
   * +omitzero
   */
  kind?: string;
  /** +omitzero */
  uid?: string;
  /** +listType=atomic */
  causes?: StatusCause[];
  /**
   * Seconds after which the client can repeat the request, or send another one for some reasons.
   * +omitzero
   */
  retryAfterSeconds?: int32;
}

/** One cause of a failed request. */
export interface StatusCause {
  /**
   * Machine-readable reason: the type of a field error, or a reason that a group defines.
   * +omitzero
   */
  reason?: string;
  /**
   * Human-readable description.
   * +omitzero
   */
  message?: string;
  /**
   * Path of the field in JSON: `name`, `items[0].name`.
   * +omitzero
   */
  field?: string;
}

/**
 * Machine-readable reason of a failure. Each reason has one HTTP status code; several reasons can
 * share a code.
 */
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
