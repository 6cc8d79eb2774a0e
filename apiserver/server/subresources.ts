import { groupVersionString, type GroupVersion, type ScalePaths, RequestValidation } from "@apimachinery/runtime";
import { ScaleHandler } from "@apimachinery/runtime/managedfields";
import type { EquivalentResources } from "../admission/equivalent-resources.js";
import { customScopes } from "./custom-subresources.js";
import type { FieldTrackers } from "./field-trackers.js";
import { ObjectEncoder } from "../endpoints/object-encoder.js";
import { patchTypesOf } from "../endpoints/patch/patch-types.js";
import { hasProtobuf } from "../endpoints/binary.js";
import type { RequestScope } from "../endpoints/scope.js";
import { defaultConvertor } from "../endpoints/table/default-convertor.js";
import type { APIObject } from "../request/api-object.js";
import { scaleGVK, scaleScheme, scaleSchema } from "../registry/scale.js";
import { scaleStore } from "../registry/scale-store.js";
import type { ObjectStore } from "../registry/object-store.js";
import type { Store } from "../registry/store.js";

/**
 * Returns the scopes of the subresources that the markers of a kind declare and its strategy
 * defines, sorted by name.
 * @param scope scope of the resource
 */
export function subresourceScopes(
  scope: RequestScope,
  trackers: FieldTrackers,
  equivalents: EquivalentResources,
): readonly RequestScope[] {
  const { scale, status } = scope.scheme.definitionFor(scope.kind).subresources ?? {};
  const scopes = [
    ...customScopes(scope, trackers),
    ...(scale === undefined ? [] : [scaleScope(scope, scale, trackers)]),
    ...(status === undefined ? [] : [statusScope(scope, trackers)]),
  ];
  const sorted = scopes.sort((a, b) => (a.subresource < b.subresource ? -1 : 1));
  return sorted.map((one) => ({
    ...one,
    interfaces: { scheme: one.scheme, equivalents: () => equivalents.of(one.store.place.prefix, one.subresource) },
  }));
}

function statusScope(scope: RequestScope, trackers: FieldTrackers): RequestScope {
  const fields = trackers.of(scope.kind, scope.store, "status");
  return {
    ...scope,
    subresource: "status",
    fields,
    patchTypes: patchTypesOf(scope.scheme.schemaFor(scope.kind), fields),
    objects: statusStore(scope.store),
    newValidation: () => new RequestValidation(scope.scheme, scope.kind, "status", "status"),
  };
}

/**
 * Returns the scope of the scale subresource. Its kind belongs to the group autoscaling, because
 * all groups share the kind Scale.
 */
function scaleScope(scope: RequestScope, paths: ScalePaths, trackers: FieldTrackers): RequestScope {
  const { scheme, codecs } = scaleScheme();
  const hub = scope.scheme.hubVersion(scope.kind) ?? scope.kind;
  const apiVersion = groupVersionString(scope.kind);
  const replicasPaths = trackers.replicasPaths(scope.kind);
  const fields = trackers.ofScale(scope.store, scheme);
  const convert = (to: GroupVersion) => (object: APIObject) =>
    scope.scheme.unsafeConvertToVersion(object, to) as APIObject;
  return {
    ...scope,
    scheme,
    kind: scaleGVK,
    fields,
    listKind: "ScaleList",
    hasProtobuf: hasProtobuf(scheme, scaleGVK),
    subresource: "scale",
    objects: scaleStore({
      store: scope.store,
      paths,
      toVersion: convert(scope.kind),
      toHub: convert(hub),
      managersOf: (object) => new ScaleHandler(object.metadata.managedFields ?? [], apiVersion, replicasPaths),
    }),
    newValidation: () => new RequestValidation(scope.scheme, scope.kind, "scale", "nothing"),
    decoder: codecs.hubDecoder(scaleGVK.group),
    encoder: new ObjectEncoder(codecs, scaleGVK, "ScaleList"),
    table: defaultConvertor,
    patchTypes: patchTypesOf(scaleSchema, fields),
  };
}

/**
 * Returns the store for the status subresource. Reads return the whole object; writes change only
 * the status.
 */
function statusStore(store: Store): ObjectStore {
  return {
    get: (namespace, name, resourceVersion) => store.get(namespace, name, resourceVersion),
    update: (context, name, updated, validate, rules) => store.updateStatus(context, name, updated, validate, rules),
  };
}
