import { isDeepStrictEqual } from "node:util";
import {
  stringifyJSON,
  type GroupVersion,
  type GroupVersionKind,
  type JSONValue,
  type RuntimeObject,
  type Scheme,
} from "@apimachinery/runtime";
import { newInternalError } from "../../errors/index.js";
import type { APIObject } from "../../request/api-object.js";
import { applyJSONPatch, JSONPatchError } from "../../util/json-patch.js";
import { checkJSONDepth, maxDepth } from "../../util/nesting.js";
import type { Attributes } from "../plugin.js";
import type { VersionedTexts } from "./admission-review.js";
import { convertToKind } from "./convert-to-kind.js";
import { decodeVersion, versionedJSON } from "./versioned-codec.js";

/**
 * The objects of a request in the version of the current webhook, while webhooks change the new
 * object (Go: admission.VersionedAttributes).
 */
export class MutatedObject {
  readonly #scheme: Scheme;
  readonly #attributes: Attributes;
  #kind: GroupVersionKind | undefined;
  #texts: VersionedTexts = { object: undefined, oldObject: undefined };
  /** The new object in the version of the webhook; undefined until a webhook has changed it. */
  #changed: APIObject | undefined;

  constructor(attributes: Attributes) {
    this.#scheme = attributes.interfaces.scheme;
    this.#attributes = attributes;
  }

  /** Current state of the new object, in any version. */
  get current(): APIObject | undefined {
    return this.#changed ?? this.#attributes.object;
  }

  /**
   * Returns the objects in a version.
   * @throws StatusError 500 if an object cannot be converted
   */
  texts(kind: GroupVersionKind): VersionedTexts {
    if (this.#kind !== undefined && isSameKind(this.#kind, kind)) return this.#texts;
    try {
      this.finish();
      const { object, oldObject } = this.#attributes;
      this.#kind = kind;
      this.#texts = {
        object: object && versionedJSON(this.#scheme, object, kind),
        oldObject: oldObject && versionedJSON(this.#scheme, oldObject, kind),
      };
      return this.#texts;
    } catch (error) {
      throw newInternalError((error as Error).message);
    }
  }

  /**
   * Applies the patch of a webhook to the new object in the webhook's version, and sets the
   * defaults of this version.
   * @returns whether the patch has changed the object
   * @throws StatusError 500 if the patch cannot be applied, or its result is not an object
   */
  patch(kind: GroupVersionKind, operations: readonly JSONValue[]): boolean {
    const before = this.texts(kind).object ?? "{}";
    try {
      const result = patchedText(before, operations);
      const object = decodeVersion(this.#scheme, result, kind);
      const isChanged = !isDeepStrictEqual(JSON.parse(before), JSON.parse(this.#encoded(object)));
      this.#scheme.default(object);
      // Every kind that a server stores has metadata.
      this.#changed = object as APIObject;
      this.#texts = { ...this.#texts, object: this.#encoded(object) };
      return isChanged;
    } catch (error) {
      throw newInternalError((error as Error).message);
    }
  }

  /**
   * Converts the changes of the webhooks to the version of the plugins.
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

  #encoded(object: RuntimeObject): string {
    return versionedJSON(this.#scheme, object, groupVersionOf(object));
  }
}

/**
 * Returns an object after a patch, as JSON. A patch that moves or copies values can produce an
 * object that is nested more deeply than the patch itself.
 */
function patchedText(before: string, operations: readonly JSONValue[]): string {
  try {
    const text = stringifyJSON(applyJSONPatch(JSON.parse(before) as JSONValue, operations));
    checkJSONDepth(text);
    return text;
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

/** Replaces all properties of an object, because the caller keeps a reference to it. */
function replaceContent(target: object, source: object): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, source);
}
