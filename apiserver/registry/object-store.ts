import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";

/**
 * Judges a write after the strategy: validating admission. What is deleted has no new object, what
 * is created no old one. @throws StatusError
 */
export type Validate = (object: APIObject | undefined, old: APIObject | undefined) => Promise<void>;

/**
 * Makes the new object of the current one, undefined where there is none; may be asked again after
 * a conflict. It owns what it returns.
 */
export type Updated = (current: APIObject | undefined) => Promise<APIObject>;

export interface Written {
  readonly object: APIObject;
  readonly isNew: boolean;
}

/**
 * What can be read and replaced under a path: a resource's objects, or one side of them. Go's
 * rest.Getter and rest.Updater.
 */
export interface ObjectStore {
  /** @throws StatusError 404 */
  get(namespace: string, name: string, resourceVersion: string): Promise<APIObject>;
  /** @param uid what is there must have, if given @throws StatusError 404, 409, 422 */
  update(context: RequestContext, name: string, updated: Updated, validate: Validate, uid?: string): Promise<Written>;
}
