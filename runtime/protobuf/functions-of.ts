import { hasMetaKinds } from "../codec/meta-schemas.js";
import type { GroupVersionKind } from "../group-version.js";
import * as meta from "../meta/v1/zz_generated.schema.js";
import type { TypeSchema } from "../schema.js";
import { notRegisteredKind } from "../scheme/errors.js";
import type { Scheme } from "../scheme/scheme.js";
import { codecOf, type Codec } from "./codec.js";

/** Thrown for an object of a kind without protobuf. */
export class NoProtobufError extends Error {
  override readonly name = "NoProtobufError";

  /** @param type the type's name, as in the schema: `v1.Pizza` */
  constructor(type: string) {
    super(
      `object *${type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`,
    );
  }
}

/**
 * Kinds of meta/v1, which every scheme knows: in their own version, and in each of its versions.
 */
const metaKinds: ReadonlyMap<string, TypeSchema> = new Map<string, TypeSchema>([
  ["APIGroup", meta.APIGroupSchema],
  ["APIGroupList", meta.APIGroupListSchema],
  ["APIResourceList", meta.APIResourceListSchema],
  ["APIVersions", meta.APIVersionsSchema],
  ["CreateOptions", meta.CreateOptionsSchema],
  ["DeleteOptions", meta.DeleteOptionsSchema],
  ["GetOptions", meta.GetOptionsSchema],
  ["List", meta.ListSchema],
  ["ListOptions", meta.ListOptionsSchema],
  ["PartialObjectMetadata", meta.PartialObjectMetadataSchema],
  ["PartialObjectMetadataList", meta.PartialObjectMetadataListSchema],
  ["PatchOptions", meta.PatchOptionsSchema],
  ["Status", meta.StatusSchema],
  ["TableOptions", meta.TableOptionsSchema],
  ["UpdateOptions", meta.UpdateOptionsSchema],
  ["WatchEvent", meta.WatchEventSchema],
]);

/**
 * Returns the functions that write and read a kind.
 * @throws NotRegisteredError for a kind that the scheme does not have
 * @throws NoProtobufError for a kind without protobuf
 */
export function functionsOf(scheme: Scheme, gvk: GroupVersionKind): Codec {
  const schema = scheme.protobuf.find(gvk) ?? (hasMetaKinds(scheme, gvk) ? metaKinds.get(gvk.kind) : undefined);
  if (schema !== undefined) return codecOf(schema);
  if (scheme.recognizes(gvk)) throw new NoProtobufError(scheme.schemaFor(gvk).name);
  throw notRegisteredKind(scheme.name, gvk);
}
