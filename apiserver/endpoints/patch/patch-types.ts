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
 * Parses a patch of one media type.
 * @throws StatusError for an invalid patch
 */
export type ReadPatch = (patch: PatchString) => ParsedPatch;

/**
 * Supported patches of a resource by media type. The value is a function that parses the patch, or
 * the FieldTracker for a server-side apply.
 */
export type PatchTypes = ReadonlyMap<string, ReadPatch | FieldTracker>;

const strategicMerge = "application/strategic-merge-patch+json";

/** Media type of a server-side apply. The body is YAML, which includes JSON. */
export const applyPatch = "application/apply-patch+yaml";

/**
 * Media type of a server-side apply in CBOR. As in Go, errors about unsupported media types do not
 * list it.
 */
const applyCBOR = "application/apply-patch+cbor";

/** Reports whether a request with this media type is a server-side apply. */
export function isApply(contentType: string | undefined): boolean {
  const type = essenceOf(contentType);
  return type === applyPatch || type === applyCBOR;
}

/** Reports whether the body of a server-side apply is CBOR. */
export function isCBORApply(contentType: string | undefined): boolean {
  return essenceOf(contentType) === applyCBOR;
}

/**
 * Returns the patch types for objects with this schema. As for custom resources in Kubernetes, a
 * strategic merge patch is not supported if the schema has neither fields nor members.
 * @param tracker undefined for a kind without managedFields, which does not support server-side
 *   apply
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
 * Returns the value of `types` for the media type of a request.
 * @throws StatusError 415 for an unsupported media type. If no resource supports it, the error has
 *   the message of the router's 415 error.
 */
export function patchTypeOf(types: PatchTypes, contentType: string | undefined): ReadPatch | FieldTracker {
  const type = essenceOf(contentType);
  const handled = types.get(type === applyCBOR ? applyPatch : type);
  if (handled !== undefined) return handled;
  const isKnown = type === strategicMerge || isApply(type);
  throw isKnown ? newUnsupportedMediaType([...types.keys()]) : newRouteUnsupportedMediaType();
}
