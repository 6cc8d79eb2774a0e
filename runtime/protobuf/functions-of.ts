import type { GroupVersionKind } from "../group-version.js";
import * as meta from "../meta/v1/zz_generated.protobuf.js";
import { notRegisteredKind } from "../scheme/errors.js";
import type { ProtobufKind } from "../scheme/protobuf-table.js";
import type { Scheme } from "../scheme/scheme.js";

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
const metaKinds = new Map<string, ProtobufKind>(
  Object.entries({
    APIGroup: { marshal: meta.Marshal_APIGroup, unmarshal: meta.Unmarshal_APIGroup },
    APIGroupList: { marshal: meta.Marshal_APIGroupList, unmarshal: meta.Unmarshal_APIGroupList },
    APIResourceList: { marshal: meta.Marshal_APIResourceList, unmarshal: meta.Unmarshal_APIResourceList },
    APIVersions: { marshal: meta.Marshal_APIVersions, unmarshal: meta.Unmarshal_APIVersions },
    CreateOptions: { marshal: meta.Marshal_CreateOptions, unmarshal: meta.Unmarshal_CreateOptions },
    DeleteOptions: { marshal: meta.Marshal_DeleteOptions, unmarshal: meta.Unmarshal_DeleteOptions },
    GetOptions: { marshal: meta.Marshal_GetOptions, unmarshal: meta.Unmarshal_GetOptions },
    List: { marshal: meta.Marshal_List, unmarshal: meta.Unmarshal_List },
    ListOptions: { marshal: meta.Marshal_ListOptions, unmarshal: meta.Unmarshal_ListOptions },
    PartialObjectMetadata: {
      marshal: meta.Marshal_PartialObjectMetadata,
      unmarshal: meta.Unmarshal_PartialObjectMetadata,
    },
    PartialObjectMetadataList: {
      marshal: meta.Marshal_PartialObjectMetadataList,
      unmarshal: meta.Unmarshal_PartialObjectMetadataList,
    },
    PatchOptions: { marshal: meta.Marshal_PatchOptions, unmarshal: meta.Unmarshal_PatchOptions },
    Status: { marshal: meta.Marshal_Status, unmarshal: meta.Unmarshal_Status },
    TableOptions: { marshal: meta.Marshal_TableOptions, unmarshal: meta.Unmarshal_TableOptions },
    UpdateOptions: { marshal: meta.Marshal_UpdateOptions, unmarshal: meta.Unmarshal_UpdateOptions },
    WatchEvent: { marshal: meta.Marshal_WatchEvent, unmarshal: meta.Unmarshal_WatchEvent },
  }),
);

/**
 * Returns the functions that write and read a kind.
 * @throws NotRegisteredError for a kind that the scheme does not have
 * @throws NoProtobufError for a kind without protobuf
 */
export function functionsOf(scheme: Scheme, gvk: GroupVersionKind): ProtobufKind {
  const own = scheme.protobuf.find(gvk) ?? (hasMetaKinds(scheme, gvk) ? metaKinds.get(gvk.kind) : undefined);
  if (own !== undefined) return own;
  if (scheme.recognizes(gvk)) throw new NoProtobufError(scheme.schemaFor(gvk).name);
  throw notRegisteredKind(scheme.name, gvk);
}

function hasMetaKinds(scheme: Scheme, { group, version }: GroupVersionKind): boolean {
  const isMeta = (version === "v1" && group === "") || (group === "meta.k8s.io" && /^v1(beta1)?$/.test(version));
  return isMeta || scheme.isVersionRegistered({ group, version });
}
