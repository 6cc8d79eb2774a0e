import { type TypeSchema, shapeOf } from "@apimachinery/runtime";
import { newRouteUnsupportedMediaType, newUnsupportedMediaType } from "../../errors/index.js";
import { essenceOf } from "../../negotiation/media-types.js";
import { readJSONPatch, readMergePatch, readStrategicMergePatch, type Patch, type PatchText } from "./read-patch.js";

/**
 * Reads a patch of one media type.
 * @throws StatusError for an invalid patch
 */
export type ReadPatch = (patch: PatchText) => Patch;

/** The patch readers of a resource, by media type. */
export type PatchTypes = ReadonlyMap<string, ReadPatch>;

const strategicMerge = "application/strategic-merge-patch+json";

/**
 * Returns the patch readers for objects with this schema. A strategic merge patch needs a schema.
 * Types without a schema do not support it, as custom resources in Kubernetes do not.
 */
export function patchTypesOf(schema: TypeSchema): PatchTypes {
  const types = new Map<string, ReadPatch>([
    ["application/json-patch+json", readJSONPatch],
    ["application/merge-patch+json", readMergePatch],
  ]);
  const { fields, members } = shapeOf(schema);
  if (fields !== undefined || members !== undefined)
    types.set(strategicMerge, (patch) => readStrategicMergePatch(patch, schema));
  return types;
}

/**
 * Returns the reader for a media type.
 * @throws StatusError 415 for an unsupported type. If no resource supports the type, the error has
 * the text of the router's 415 error.
 */
export function patchTypeOf(types: PatchTypes, contentType: string | undefined): ReadPatch {
  const type = essenceOf(contentType);
  const read = types.get(type);
  if (read !== undefined) return read;
  throw type === strategicMerge ? newUnsupportedMediaType([...types.keys()]) : newRouteUnsupportedMediaType();
}
