import type { RequestValidation } from "@apimachinery/runtime";
import type { APIObject } from "./api-object.js";
import type { User } from "./api-request.js";

/** Properties of a request on which the work of a store depends. */
export interface RequestContext {
  /** Namespace from the path; empty for a cluster-wide resource. */
  readonly namespace: string;
  /** Name of the subresource in the path; absent or empty for the object itself. */
  readonly subresource?: string;
  readonly user: User;
  /** True for a dry run: nothing is written to the store. */
  readonly isDryRun: boolean;
  /** Adds a warning for the client to the response. */
  readonly warn: (text: string) => void;
  /**
   * Declarative validation of the object that the request writes; undefined if the request writes
   * no object.
   */
  readonly validation?: RequestValidation;
  /**
   * Updates the managedFields of an object in place after a subresource with its own kind has
   * changed the object. Undefined for other requests, and for kinds without managedFields.
   */
  readonly track?: (current: APIObject, next: APIObject) => void;
}
