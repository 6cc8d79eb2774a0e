import { type TypeSchema, shapeOf } from "@apimachinery/runtime";
import { newRouteUnsupportedMediaType, newUnsupportedMediaType } from "../../errors/index.js";
import { essenceOf } from "../../negotiation/media-types.js";
import type { FieldTracker } from "../field-tracker.js";
import {
  readJSONPatch,
  readMergePatch,
  readStrategicMergePatch,
  type ParsedPatch,
  type PatchString,
} from "./read-patch.js";

/**
 * Reads a patch of one media type.
 * @throws StatusError for an invalid patch
 */
export type ReadPatch = (patch: PatchString) => ParsedPatch;

/**
 * The handlers of the patches of a resource by media type: a reader, or the tracker for server-side
 * apply.
 */
export type PatchTypes = ReadonlyMap<string, ReadPatch | FieldTracker>;

const strategicMerge = "application/strategic-merge-patch+json";

/** Media type of a server-side apply. The body is YAML, which includes JSON. */
export const applyPatch = "application/apply-patch+yaml";

/** Media type of a server-side apply in CBOR. Errors do not list it, as they do not list CBOR. */
const applyCBOR = "application/apply-patch+cbor";

/** Reports whether a body of this media type is a configuration for server-side apply. */
export function isApply(contentType: string | undefined): boolean {
  const type = essenceOf(contentType);
  return type === applyPatch || type === applyCBOR;
}

/** Reports whether the body of a server-side apply is CBOR. */
export function isCBORApply(contentType: string | undefined): boolean {
  return essenceOf(contentType) === applyCBOR;
}

/**
 * Returns the patch types for objects with this schema. A strategic merge patch needs a schema.
 * Types without a schema do not support it, as custom resources in Kubernetes do not.
 * @param tracker undefined for a kind without managedFields, which has no server-side apply
 */
export function patchTypesOf(schema: TypeSchema, tracker: FieldTracker | undefined): PatchTypes {
  const types = new Map<string, ReadPatch | FieldTracker>([
    ["application/json-patch+json", readJSONPatch],
    ["application/merge-patch+json", readMergePatch],
  ]);
  const { fields, members } = shapeOf(schema);
  if (fields !== undefined || members !== undefined)
    types.set(strategicMerge, (patch) => readStrategicMergePatch(patch, schema));
  if (tracker !== undefined) types.set(applyPatch, tracker);
  return types;
}

/**
 * Returns the handler of the patches of a media type.
 * @throws StatusError 415 for an unsupported type. If no resource supports the type, the error has
 * the message of the router's 415 error.
 */
export function patchTypeOf(types: PatchTypes, contentType: string | undefined): ReadPatch | FieldTracker {
  const type = essenceOf(contentType);
  const handled = types.get(type === applyCBOR ? applyPatch : type);
  if (handled !== undefined) return handled;
  const isKnown = type === strategicMerge || isApply(type);
  throw isKnown ? newUnsupportedMediaType([...types.keys()]) : newRouteUnsupportedMediaType();
}
