import type { Scheme, Status } from "@apimachinery/runtime";
import type { Response } from "../http/types.js";

/** Metadata of the object in a request, for the reference in its audit event. */
export interface AuditedMetadata {
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/**
 * Collects the values for the audit events of one request. A request that the audit policy does not
 * select has no record, so it costs nothing.
 */
export interface AuditRecord {
  /**
   * Records the object that the client sent.
   * @param encode returns the object in the request's version as JSON. It is called immediately,
   * and only if the events contain request objects
   */
  sentObject(metadata: AuditedMetadata, encode: () => string): void;
  /**
   * Records the patch that the client sent.
   * @param encode returns the patch as JSON. It is called immediately, and only if the events
   * contain request objects
   */
  sentPatch(encode: () => string): void;
  /** Records the Status that the response contains. */
  respondedStatus(status: Status): void;
  /**
   * Records the object in the body of the response. The body must not be compressed.
   * @param scheme the scheme of the object; absent for kinds of meta/v1
   */
  respondedObject(response: Response, scheme?: Scheme): void;
}
