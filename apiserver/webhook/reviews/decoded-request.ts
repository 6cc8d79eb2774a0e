import {
  goQuote,
  objectValue,
  withKind,
  type GroupVersionKind,
  type JSONObject,
  type RuntimeObject,
} from "@apimachinery/runtime";
import { newBadRequest } from "../../errors/index.js";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import type { APIObject } from "../../request/api-object.js";
import type { HandledKind, HandledKinds } from "../handled-kinds.js";
import { orThrow } from "../../util/or-throw.js";

/** An object of a reviewed request, in the version of the request. */
export interface VersionedObject {
  readonly object: RuntimeObject;
  /** The decoded object as JSON. It contains only the properties that the type has. */
  readonly known: JSONObject;
}

/**
 * Decodes an object of a reviewed request. Does not set defaults.
 * @throws StatusError 400 for an object that is not of the kind
 */
export function decodeReviewedObject(kinds: HandledKinds, kind: GroupVersionKind, sent: JSONObject): VersionedObject {
  try {
    const { object } = kinds.codecs.universalDeserializer().decodeValue(sent, { defaults: kind });
    return { object, known: jsonOf(kinds, object) };
  } catch (error) {
    const subject = `${kind.kind} in version ${goQuote(kind.version)}`;
    throw newBadRequest(`${subject} cannot be handled as a ${kind.kind}: ${withPlainAdvice((error as Error).message)}`);
  }
}

/** Returns an object as JSON in its own version. */
export function jsonOf({ scheme }: HandledKinds, object: RuntimeObject): JSONObject {
  return objectValue(scheme.schemaOf(object), object);
}

/**
 * Converts an object to the hub of its kind. The result contains no objects or lists of the
 * original.
 * @throws StatusError 400 if the object cannot be converted
 */
export function toHub({ scheme }: HandledKinds, { hub }: HandledKind, object: RuntimeObject): APIObject {
  // The cast is safe, because every kind with a strategy has metadata.
  return orThrow(() => scheme.convertToVersion(object, hub) as APIObject, newBadRequest);
}

/**
 * Converts an object from the hub to a version, and returns it as JSON. The object is not changed.
 */
export function fromHub(kinds: HandledKinds, kind: GroupVersionKind, object: APIObject): JSONObject {
  return jsonOf(kinds, kinds.scheme.convertToVersion(object, withKind(kind, kind.kind)));
}
