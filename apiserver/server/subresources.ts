import { APIVersionInternal, type GroupVersion, type ScalePaths } from "@apimachinery/runtime";
import { ObjectEncoder } from "../endpoints/object-encoder.js";
import { patchTypesOf } from "../endpoints/patch/patch-types.js";
import type { RequestScope } from "../endpoints/scope.js";
import { defaultConvertor } from "../endpoints/table/default-convertor.js";
import type { APIObject } from "../request/api-object.js";
import { scaleGVK, scaleScheme, scaleSchema } from "../registry/scale.js";
import { scaleStore } from "../registry/scale-store.js";
import type { ObjectStore } from "../registry/object-store.js";
import type { Store } from "../registry/store.js";

/**
 * The subresources that a kind is marked to have, each with all that its requests need, sorted by
 * name. @param scope of the resource
 */
export function subresourceScopes(scope: RequestScope): readonly RequestScope[] {
  const { scale, status } = scope.scheme.definitionFor(scope.kind).subresources ?? {};
  return [
    ...(scale === undefined ? [] : [scaleScope(scope, scale)]),
    ...(status === undefined ? [] : [statusScope(scope)]),
  ];
}

function statusScope(scope: RequestScope): RequestScope {
  return { ...scope, subresource: "status", objects: statusStore(scope.store) };
}

/** Scales are of a kind of their own, which all groups share. */
function scaleScope(scope: RequestScope, paths: ScalePaths): RequestScope {
  const { scheme, codecs } = scaleScheme();
  const hub = { group: scope.kind.group, version: APIVersionInternal };
  const convert = (to: GroupVersion) => (object: APIObject) =>
    scope.scheme.unsafeConvertToVersion(object, to) as APIObject;
  return {
    ...scope,
    scheme,
    kind: scaleGVK,
    listKind: "ScaleList",
    subresource: "scale",
    objects: scaleStore({ store: scope.store, paths, toVersion: convert(scope.kind), toHub: convert(hub) }),
    decoder: codecs.universalDecoder({ group: scaleGVK.group, version: APIVersionInternal }),
    encoder: new ObjectEncoder(codecs, scaleGVK, "ScaleList"),
    table: defaultConvertor,
    patchTypes: patchTypesOf(scaleSchema),
  };
}

/** The status of a resource's objects: read as the whole object, written alone. */
function statusStore(store: Store): ObjectStore {
  return {
    get: (namespace, name, resourceVersion) => store.get(namespace, name, resourceVersion),
    update: (context, name, updated, validate, uid) => store.updateStatus(context, name, updated, validate, uid),
  };
}
