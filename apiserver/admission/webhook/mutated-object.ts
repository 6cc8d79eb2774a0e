import { isDeepStrictEqual } from "node:util";
import {
  encodeObject,
  objectValue,
  type GroupVersion,
  type GroupVersionKind,
  type JSONObject,
  type JSONValue,
  type RuntimeObject,
  type Scheme,
} from "@apimachinery/runtime";
import { newInternalError } from "../../errors/index.js";
import type { APIObject } from "../../request/api-object.js";
import { applyJSONPatch, JSONPatchError } from "../../util/json-patch.js";
import { checkDepth, maxDepth } from "../../util/nesting.js";
import type { Attributes } from "../plugin.js";
import type { VersionedStrings } from "./admission-review.js";
import { convertToKind } from "./convert-to-kind.js";
import { decodeVersion } from "./versioned-codec.js";
import { orThrow } from "../../util/or-throw.js";

/** An object in the version of a webhook. `text` is its JSON, which is set on first use. */
interface Version {
  readonly object: RuntimeObject;
  text?: string;
}

/**
 * The objects of a request while mutating webhooks change the new object. The objects are kept in
 * the version of the current webhook (Go: admission.VersionedAttributes).
 */
export class MutatedObject {
  readonly #scheme: Scheme;
  readonly #attributes: Attributes;
  #kind: GroupVersionKind | undefined;
  #object: Version | undefined;
  #oldObject: Version | undefined;
  /**
   * New object with the changes of webhooks, in the version of the last webhook; undefined if it
   * was not changed since the last call of `finish`.
   */
  #changed: APIObject | undefined;

  constructor(attributes: Attributes) {
    this.#scheme = attributes.interfaces.scheme;
    this.#attributes = attributes;
  }

  /** Current state of the new object, in any version; undefined for a deletion. */
  get current(): APIObject | undefined {
    return this.#changed ?? this.#attributes.object;
  }

  /**
   * Returns the objects as JSON, in the version of a webhook.
   * @throws StatusError 500 if an object cannot be converted
   */
  texts(kind: GroupVersionKind): VersionedStrings {
    return orThrow(() => {
      this.#convertTo(kind);
      return { object: this.#textOf(this.#object), oldObject: this.#textOf(this.#oldObject) };
    }, newInternalError);
  }

  /**
   * Applies the patch of a webhook to the new object in the webhook's version. Then sets the
   * defaults of this version.
   * @returns true if the patch has changed the object
   * @throws StatusError 500 if the patch cannot be applied, or its result is not an object
   */
  patch(kind: GroupVersionKind, operations: readonly JSONValue[]): boolean {
    return orThrow(() => {
      this.#convertTo(kind);
      const before = this.#object?.object;
      const object = decodeVersion(this.#scheme, patched(before ? this.#valueOf(before) : {}, operations), kind);
      const isChanged = before === undefined || !isDeepStrictEqual(this.#valueOf(before), this.#valueOf(object));
      this.#scheme.default(object);
      // Every kind that a server stores has metadata.
      this.#changed = object as APIObject;
      this.#object = { object };
      return isChanged;
    }, newInternalError);
  }

  /**
   * Converts the changed object to the hub version, and replaces the content of the request's
   * object by the result. Does nothing if the object was not changed since the last call.
   * @throws Error if the object cannot be converted
   */
  finish(): void {
    const { object } = this.#attributes;
    if (this.#changed === undefined || object === undefined) return;
    const hub = convertToKind(this.#scheme, this.#changed, groupVersionOf(object));
    replaceContent(object, hub);
    this.#changed = undefined;
    this.#kind = undefined;
  }

  #convertTo(kind: GroupVersionKind): void {
    if (this.#kind !== undefined && isSameKind(this.#kind, kind)) return;
    this.finish();
    const { object, oldObject } = this.#attributes;
    this.#kind = kind;
    this.#object = object && { object: convertToKind(this.#scheme, object, kind) };
    this.#oldObject = oldObject && { object: convertToKind(this.#scheme, oldObject, kind) };
  }

  #textOf(version: Version | undefined): string | undefined {
    if (version === undefined) return undefined;
    return (version.text ??= encodeObject(this.#scheme.schemaOf(version.object), version.object));
  }

  #valueOf(object: RuntimeObject): JSONObject {
    return objectValue(this.#scheme.schemaOf(object), object);
  }
}

/**
 * Returns the result of a patch.
 * @throws JSONPatchError if the patch cannot be applied, or if its move and copy operations nest
 *   values too deeply
 */
function patched(before: JSONObject, operations: readonly JSONValue[]): JSONValue {
  try {
    const result = applyJSONPatch(before, operations);
    checkDepth(result);
    return result;
  } catch (error) {
    if (error instanceof JSONPatchError) throw error;
    throw new JSONPatchError(`the patched object is nested more than ${maxDepth} levels deep`, { cause: error });
  }
}

function isSameKind(a: GroupVersionKind, b: GroupVersionKind): boolean {
  return a.group === b.group && a.version === b.version && a.kind === b.kind;
}

function groupVersionOf({ apiVersion, kind }: RuntimeObject): GroupVersionKind & GroupVersion {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  return { group, version, kind };
}

/**
 * Replaces all properties of an object. The object itself stays the same, because the caller has a
 * reference to it.
 */
function replaceContent(target: object, source: object): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, source);
}
