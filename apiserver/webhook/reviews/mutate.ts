import {
  type GroupVersionKind,
  type JSONObject,
  type JSONValue,
  goQuote,
  objectValue,
  withKind,
  type RuntimeObject,
} from "@apimachinery/runtime";
import { onlyRemovesFinalizers } from "../../admission/only-removes-finalizers.js";
import { admit, type AdmissionPlugin } from "../../admission/plugin.js";
import type { APIObject } from "../../request/api-object.js";
import type { HandledKind, HandledKinds } from "../handled-kinds.js";
import { reviewAttributes, strategyContext, type ReviewNotes } from "./admission-attributes.js";
import { objectIn, type AdmissionRequest } from "./admission-request.js";
import { createJSONPatch, type PatchOperation } from "./create-json-patch.js";
import { getOwnJSON, isJSONObject, withPropertyOf, setOwnJSON } from "./json-object.js";
import { isDeepStrictEqual } from "node:util";
import { newBadRequest } from "../../errors/index.js";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import { orThrow } from "../../util/or-throw.js";

/** The kinds and plugins with which a webhook server processes a request. */
export interface Deciders {
  readonly kinds: HandledKinds;
  readonly plugins: readonly AdmissionPlugin[];
  /** Time until which the API server waits, in milliseconds of `performance.now`. */
  readonly deadline: number;
}

/**
 * Returns the changes of the object in a request, as a JSON patch; an empty patch for a request
 * without an object, such as a delete. The changes are the defaults of the object's version, the
 * changes of its strategy, and those of the admission plugins. Properties that the type does not
 * have stay unchanged.
 * @throws StatusError if the request is refused
 */
export async function mutate(
  deciders: Deciders,
  handled: HandledKind,
  request: AdmissionRequest,
  notes: ReviewNotes,
): Promise<readonly PatchOperation[]> {
  const { kinds, plugins, deadline } = deciders;
  const sent = objectIn(request.object);
  const old = objectIn(request.oldObject);
  const oldObject = old && hubObject(kinds, handled, request.kind, old);
  if (sent === undefined) {
    await admit(plugins, reviewAttributes(kinds, request, { object: undefined, oldObject }, notes, deadline));
    return [];
  }
  const { object, known } = decodeReviewedObject(kinds, request.kind, sent);
  kinds.scheme.default(object);
  const withDefaults = transferChanges(sent, known, jsonOf(kinds, object));
  const hub = toHub(kinds, handled, object);
  const before = fromHub(kinds, request.kind, hub);
  const attributes = reviewAttributes(kinds, request, { object: hub, oldObject }, notes, deadline);
  const isPrepared = onlyRemovesFinalizers(attributes);
  if (!isPrepared) prepare(handled, request, notes, hub, oldObject);
  await admit(plugins, attributes);
  if (!isPrepared) handled.strategy.canonicalize(hub);
  const result = transferChanges(withDefaults, before, fromHub(kinds, request.kind, hub));
  return createJSONPatch(sent, withOwnOfServer(handled, request, sent, result));
}

/**
 * Returns an object of a reviewed request with the defaults of its version, converted to the hub
 * version.
 */
export function hubObject(
  kinds: HandledKinds,
  handled: HandledKind,
  kind: GroupVersionKind,
  sent: JSONObject,
): APIObject {
  const { object } = decodeReviewedObject(kinds, kind, sent);
  kinds.scheme.default(object);
  return toHub(kinds, handled, object);
}

/**
 * Calls the strategy for creates and updates of the object itself, or for updates of its status.
 */
function prepare(
  { strategy, statusStrategy }: HandledKind,
  request: AdmissionRequest,
  notes: ReviewNotes,
  object: APIObject,
  old: APIObject | undefined,
): void {
  const context = strategyContext(request, notes);
  const own = context.subresource === "status" ? statusStrategy : strategy;
  if (request.operation === "CREATE") own?.prepareForCreate(context, object);
  else if (old !== undefined) own?.prepareForUpdate(context, object, old);
}

/**
 * Restores the fields that only the API server sets: the generation and, if the kind has the status
 * subresource, the status in requests for the object itself.
 */
function withOwnOfServer(
  { strategy }: HandledKind,
  { subResource = "" }: AdmissionRequest,
  sent: JSONObject,
  result: JSONValue,
): JSONValue {
  if (!isJSONObject(result)) return result;
  const [metadata, sentMetadata] = [getOwnJSON(result, "metadata"), getOwnJSON(sent, "metadata")];
  const kept =
    isJSONObject(metadata) && isJSONObject(sentMetadata)
      ? { ...result, metadata: withPropertyOf(metadata, "generation", sentMetadata) }
      : result;
  return strategy.separatesStatus && subResource === "" ? withPropertyOf(kept, "status", sent) : kept;
}

/**
 * Applies the differences between two objects to a third object, and returns the result. Everything
 * else in the third object stays as it is, including properties that the other two do not have.
 * Each part is compared once, so the time is linear in the size of the objects.
 * @param target the third object; it is not changed
 */
function transferChanges(target: JSONValue | undefined, before: JSONValue | undefined, after: JSONValue): JSONValue {
  const changed = changedValue(target, before, after);
  return changed === unchanged ? (target ?? after) : changed;
}

/** Result of a comparison that finds no differences. */
const unchanged = Symbol("unchanged");
type Changed = JSONValue | typeof unchanged;

function changedValue(target: JSONValue | undefined, before: JSONValue | undefined, after: JSONValue): Changed {
  if (
    isJSONObject(after) &&
    (before === undefined || isJSONObject(before)) &&
    (target === undefined || isJSONObject(target))
  )
    return changedObject(target, before, after);
  if (Array.isArray(target) && Array.isArray(before) && Array.isArray(after) && sameLength(target, before, after))
    return changedList(target, before, after);
  return isDeepStrictEqual(before, after) ? unchanged : after;
}

function changedObject(target: JSONObject | undefined, before: JSONObject | undefined, after: JSONObject): Changed {
  const result: JSONObject = { ...target };
  let isChanged = before === undefined;
  for (const key of Object.keys(before ?? {})) {
    if (Object.hasOwn(after, key)) continue;
    isChanged = true;
    Reflect.deleteProperty(result, key);
  }
  for (const [key, value] of Object.entries(after)) {
    const changed = changedValue(getOwnJSON(result, key), getOwnJSON(before ?? {}, key), value);
    if (changed === unchanged) continue;
    isChanged = true;
    setOwnJSON(result, key, changed);
  }
  return isChanged ? result : unchanged;
}

function changedList(target: readonly JSONValue[], before: readonly JSONValue[], after: readonly JSONValue[]): Changed {
  const changed = target.map((item, index) => changedValue(item, before[index], after[index] ?? null));
  if (changed.every((item) => item === unchanged)) return unchanged;
  return target.map((item, index) => {
    const own = changed[index];
    return own === undefined || own === unchanged ? item : own;
  });
}

function sameLength(...lists: readonly (readonly JSONValue[])[]): boolean {
  return lists.every(({ length }) => length === lists[0]?.length);
}

/** An object of a reviewed request, in the version of the request. */
interface VersionedObject {
  readonly object: RuntimeObject;
  /** The decoded object as JSON. It contains only the properties that the type has. */
  readonly known: JSONObject;
}

/**
 * Decodes an object of a reviewed request. Does not set defaults.
 * @throws StatusError 400 for an object that cannot be decoded
 */
function decodeReviewedObject(kinds: HandledKinds, kind: GroupVersionKind, sent: JSONObject): VersionedObject {
  try {
    const { object } = kinds.codecs.universalDeserializer().decodeValue(sent, { defaults: kind });
    return { object, known: jsonOf(kinds, object) };
  } catch (error) {
    const subject = `${kind.kind} in version ${goQuote(kind.version)}`;
    throw newBadRequest(`${subject} cannot be handled as a ${kind.kind}: ${withPlainAdvice((error as Error).message)}`);
  }
}

/** Returns an object as JSON in its own version. */
function jsonOf({ scheme }: HandledKinds, object: RuntimeObject): JSONObject {
  return objectValue(scheme.schemaOf(object), object);
}

/**
 * Converts an object to the hub of its kind. The result contains no objects or lists of the
 * original.
 * @throws StatusError 400 if the object cannot be converted
 */
function toHub({ scheme }: HandledKinds, { hub }: HandledKind, object: RuntimeObject): APIObject {
  // The cast is safe, because every kind with a strategy has metadata.
  return orThrow(() => scheme.convertToVersion(object, hub) as APIObject, newBadRequest);
}

/**
 * Converts an object from the hub to a version, and returns it as JSON. The object is not changed.
 */
function fromHub(kinds: HandledKinds, kind: GroupVersionKind, object: APIObject): JSONObject {
  return jsonOf(kinds, kinds.scheme.convertToVersion(object, withKind(kind, kind.kind)));
}
