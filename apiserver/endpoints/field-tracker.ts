import type { JSONObject, JSONValue } from "@apimachinery/runtime";
import { InvalidApplyError, type FieldManager } from "@apimachinery/runtime/managedfields";
import { Conflicts } from "@apimachinery/runtime/structuredmerge";
import { newApplyConflict, newBadRequest, newInternalError, StatusError } from "../errors/index.js";
import { unicodeOf } from "../http/messages.js";
import type { APIObject } from "../request/api-object.js";
import type { APIRequest } from "../request/api-request.js";
import type { ApplyRequestOptions, WriteRequestOptions } from "./write-options.js";

/**
 * Records in `metadata.managedFields` which client has set which field of an object. A server has
 * one tracker for each resource, version and subresource, and uses few of them. Therefore each
 * tracker creates its field manager only at the first write.
 */
export class FieldTracker {
  readonly #create: () => FieldManager;
  #manager: FieldManager | undefined;

  constructor(create: () => FieldManager) {
    this.#create = create;
  }

  /**
   * Records the fields that a create, an update or a patch changes, in `metadata.managedFields` of
   * `object`.
   * @param live the stored object; undefined for a create
   */
  track(live: APIObject | undefined, object: APIObject, options: WriteRequestOptions, request: APIRequest): void {
    this.#fields.update(live, object, managerName(options, request));
  }

  /**
   * Merges an applied configuration into the stored object. Returns the result in the hub version,
   * with its managedFields.
   * @param live the stored object; undefined for a create
   * @param decode decodes an object of the request's version; must not change its argument
   * @throws StatusError 409 if other managers own fields with other values, and `force` is false
   * @throws StatusError 400 if the configuration has another kind than the request, or unknown
   *   fields
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

const maxBytes = 128;
const notPrintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/**
 * Returns the name of the client in managedFields: the option `fieldManager`, or by default the
 * part of the User-Agent before the first slash, without unprintable characters and cut to 128
 * bytes.
 */
function managerName({ fieldManager }: WriteRequestOptions, request: APIRequest): string {
  if (fieldManager !== "") return fieldManager;
  const [program = ""] = unicodeOf(request.header("user-agent") ?? "").split("/");
  let name = "";
  for (const character of program.replace(notPrintable, "")) {
    if (Buffer.byteLength(name + character) > maxBytes) break;
    name += character;
  }
  return name;
}
