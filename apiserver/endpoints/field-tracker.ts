import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import { InvalidApplyError, type FieldManager } from "@apimachinery/runtime/managedfields";
import { Conflicts } from "@apimachinery/runtime/structuredmerge";
import { newApplyConflict, newBadRequest, newInternalError, StatusError } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import type { APIRequest } from "../request/api-request.js";
import { managerName } from "./manager-name.js";
import type { ApplyRequestOptions, WriteRequestOptions } from "./write-options.js";

/**
 * Records in `metadata.managedFields` which client has set which field of the objects of one
 * resource, in requests of one version. Creates its field manager at the first write, because a
 * server has one tracker for each resource, version and subresource, and uses few of them.
 */
export class FieldTracker {
  readonly #create: () => FieldManager;
  #manager: FieldManager | undefined;

  constructor(create: () => FieldManager) {
    this.#create = create;
  }

  /**
   * Records the fields that a create, an update or a patch changes, in place.
   * @param live the stored object; undefined for a create
   */
  track(live: APIObject | undefined, object: APIObject, options: WriteRequestOptions, request: APIRequest): void {
    this.#fields.update(live, object, managerName(options, request));
  }

  /**
   * Returns the object that an applied configuration gives, in the hub version, with its managers.
   * @param live the stored object; undefined for a create
   * @param decode decodes an object of the request's version; must not change its argument
   * @throws StatusError 409 if other managers own fields with other values, and `force` is false
   * @throws StatusError 400 for a configuration that does not have the kind of the request, or has
   * fields that the kind does not have
   * @throws StatusError 500 if the stored object cannot be converted
   */
  apply(
    live: APIObject | undefined,
    config: JSONObject,
    { fieldManager, force }: ApplyRequestOptions,
    decode: (value: JSONValue) => APIObject,
  ): APIObject {
    try {
      return this.#fields.apply(live, config, fieldManager, force, decode);
    } catch (error) {
      if (error instanceof Conflicts) throw newApplyConflict(error);
      if (error instanceof InvalidApplyError) throw newBadRequest(error.message);
      throw error instanceof StatusError ? error : newInternalError((error as Error).message);
    }
  }

  get #fields(): FieldManager {
    return (this.#manager ??= this.#create());
  }
}
