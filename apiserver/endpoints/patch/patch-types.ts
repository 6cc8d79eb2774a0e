import { type TypeSchema, shapeOf } from "@apimachinery/runtime";
import { newRouteUnsupportedMediaType, newUnsupportedMediaType } from "../../errors/index.js";
import { essenceOf } from "../../negotiation/media-types.js";
import { readJSONPatch, readMergePatch, readStrategicMergePatch, type Patch, type PatchText } from "./read-patch.js";

/** Understands a patch of one type. @throws StatusError */
export type ReadPatch = (patch: PatchText) => Patch;

/** The patches that a resource takes, by media type. */
export type PatchTypes = ReadonlyMap<string, ReadPatch>;

const strategicMerge = "application/strategic-merge-patch+json";

/**
 * Patches of objects with this schema. What has no structure can't be merged by it, like a custom
 * resource in Kubernetes.
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
 * @throws StatusError 415 for a type of which there are no patches here, by the router where there
 * are none anywhere
 */
export function patchTypeOf(types: PatchTypes, contentType: string | undefined): ReadPatch {
  const type = essenceOf(contentType);
  const read = types.get(type);
  if (read !== undefined) return read;
  throw type === strategicMerge ? newUnsupportedMediaType([...types.keys()]) : newRouteUnsupportedMediaType();
}
