import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";

/**
 * Runs validating admission on a write, after the checks of the strategy. `object` is undefined for
 * a deletion, and `old` is undefined for a create.
 * @throws StatusError of the plugin that refuses the write
 */
export type CheckWrite = (object: APIObject | undefined, old: APIObject | undefined) => Promise<void>;

/**
 * Returns the object to store. `current` is the stored object; undefined if none exists. The
 * function is called again after a conflict, and must return a new object in each call.
 */
export type ComputeUpdate = (current: APIObject | undefined) => Promise<APIObject>;

/** Options of one update. */
export interface UpdateRules {
  /** uid that the stored object must have; undefined to accept any uid. */
  readonly uid?: string | undefined;
  /**
   * True if the update creates a missing object, whatever the strategy of the kind allows. By
   * default, the strategy decides. Subresources never create objects.
   */
  readonly mayCreate?: boolean;
  /**
   * True if an object that is too large is refused even if it has managedFields. By default, it is
   * stored without managedFields if it is then small enough.
   */
  readonly keepsManagers?: boolean;
}

export interface WrittenObject {
  readonly object: APIObject;
  readonly isNew: boolean;
}

/**
 * Reads and replaces the objects of a path: the stored objects themselves, their status, their
 * scale, or a custom subresource (Go: rest.Getter and rest.Updater).
 */
export interface ObjectStore {
  /**
   * Returns the object with this name.
   * @param resourceVersion minimum revision of the state to read; empty for the newest state
   * @throws StatusError 404 if the object does not exist
   */
  get(namespace: string, name: string, resourceVersion: string): Promise<APIObject>;
  /**
   * Replaces the object by the result of `updated`.
   * @throws StatusError 404 if the object does not exist and is not created, 409 for a conflict,
   *   422 for an invalid object
   */
  update(
    context: RequestContext,
    name: string,
    updated: ComputeUpdate,
    validate: CheckWrite,
    rules?: UpdateRules,
  ): Promise<WrittenObject>;
}
