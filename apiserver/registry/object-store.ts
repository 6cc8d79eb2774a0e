import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";

/**
 * Runs validating admission on a write, after the strategy. The new object is undefined for a
 * deletion, the old object for a creation.
 * @throws StatusError
 */
export type Validate = (object: APIObject | undefined, old: APIObject | undefined) => Promise<void>;

/**
 * Returns the new object for the current one, which is undefined if the object does not exist. It
 * can be called again after a conflict, and must return a new object each time.
 */
export type Updated = (current: APIObject | undefined) => Promise<APIObject>;

export interface Written {
  readonly object: APIObject;
  readonly isNew: boolean;
}

/**
 * Reads and replaces the objects of a path: the stored objects, or their status or scale. (Go:
 * rest.Getter and rest.Updater.)
 */
export interface ObjectStore {
  /** @throws StatusError 404 */
  get(namespace: string, name: string, resourceVersion: string): Promise<APIObject>;
  /**
   * @param uid the current object must have this uid, if given
   * @throws StatusError 404, 409, 422
   */
  update(context: RequestContext, name: string, updated: Updated, validate: Validate, uid?: string): Promise<Written>;
}
