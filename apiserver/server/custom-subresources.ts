import {
  CodecFactory,
  groupVersionString,
  type GroupVersionKind,
  type Scheme,
  type TypeSchema,
  RequestValidation,
} from "@apimachinery/runtime";
import { connectOptions } from "../endpoints/connect-options.js";
import { connectObject } from "../endpoints/handlers/connect.js";
import { createSubresource, getSubresource } from "../endpoints/handlers/subresource.js";
import { updateObject } from "../endpoints/handlers/update.js";
import { ObjectEncoder } from "../endpoints/object-encoder.js";
import { hasProtobuf } from "../endpoints/binary.js";
import { patchTypesOf } from "../endpoints/patch/patch-types.js";
import { patchOrApply } from "../endpoints/router.js";
import type { Action, CustomRoutes, RequestScope } from "../endpoints/scope.js";
import { defaultConvertor } from "../endpoints/table/default-convertor.js";
import { connects, type ConnectSubresource, type ObjectSubresource } from "../registry/subresource.js";
import { subresourceStore, type SubresourceConfig } from "../registry/subresource-store.js";
import type { APIObject } from "../request/api-object.js";
import type { FieldTrackers } from "./field-trackers.js";
import { hubKind } from "./hub-kind.js";

/**
 * Returns the scopes of the subresources that the strategy of a kind defines. A version does not
 * serve a subresource whose kind it does not contain.
 * @param scope scope of the resource
 * @throws Error for a kind that the scheme does not have
 */
export function customScopes(scope: RequestScope, trackers: FieldTrackers): readonly RequestScope[] {
  return Object.entries(scope.store.strategy.subresources).flatMap(([name, given]) => {
    const asked = connects(given) ? given.options : given.kind;
    const kind = asked === undefined ? scope.kind : kindIn(scope, name, asked);
    if (kind === undefined) return [];
    return connects(given) ? connectScope(scope, name, given, kind) : objectScope(scope, name, given, kind, trackers);
  });
}

/**
 * Returns the kind of a subresource in the version of a scope; undefined if the version lacks it.
 */
function kindIn(
  { scheme, groupVersion, kind }: RequestScope,
  name: string,
  asked: string | GroupVersionKind,
): GroupVersionKind | undefined {
  const own = typeof asked === "string" ? { ...groupVersion, kind: asked } : asked;
  if (scheme.recognizes(own)) return own;
  if (typeof asked === "string" && scheme.versionsForGroupKind({ group: own.group, kind: asked }).length > 0)
    return undefined;
  throw new Error(
    `the subresource ${name} of ${kind.kind} has the kind ${own.kind}, which ${typeof asked === "string" ? own.group : groupVersionString(own)} does not have: add it in \`install\``,
  );
}

function objectScope(
  scope: RequestScope,
  name: string,
  given: ObjectSubresource<APIObject>,
  kind: GroupVersionKind,
  trackers: FieldTrackers,
): RequestScope {
  const { scheme } = scope;
  const config: SubresourceConfig = {
    store: scope.store,
    scheme,
    given,
    hub: hubKind(scheme, kind),
    newValidation: () => new RequestValidation(scheme, scope.kind, name, "nothing"),
  };
  return {
    ...scope,
    ...ofKind(scheme, kind),
    subresource: name,
    objects: subresourceStore(config),
    fields: undefined,
    parentFields: trackers.of(scope.kind, scope.store, name),
    newValidation: () => new RequestValidation(scheme, kind, "", "all"),
    custom: objectRoutes(config),
  };
}

/** Returns the properties of a scope that depend on the kind of its objects. */
function ofKind(scheme: Scheme, kind: GroupVersionKind) {
  const codecs = new CodecFactory(scheme);
  return {
    kind,
    listKind: `${kind.kind}List`,
    hasProtobuf: hasProtobuf(scheme, kind),
    decoder: codecs.hubDecoder(kind.group),
    encoder: new ObjectEncoder(codecs, kind, `${kind.kind}List`),
    table: defaultConvertor,
    patchTypes: patchTypesOf(scheme.schemaFor(kind), undefined),
  };
}

function objectRoutes(config: SubresourceConfig): CustomRoutes {
  const { given } = config;
  const actions: Record<string, Action> = {
    ...(given.get === undefined ? {} : { GET: (scope, request) => getSubresource(config, scope, request) }),
    ...(given.update === undefined ? {} : { PUT: updateObject, PATCH: patchOrApply }),
    ...(given.create === undefined ? {} : { POST: (scope, request) => createSubresource(config, scope, request) }),
  };
  return { actions, verbs: verbsOf(Object.keys(actions)), connect: undefined };
}

function connectScope(
  scope: RequestScope,
  name: string,
  given: ConnectSubresource<APIObject>,
  kind: GroupVersionKind,
): RequestScope {
  const { scheme } = scope;
  const schema: TypeSchema | undefined = given.options === undefined ? undefined : scheme.schemaFor(kind);
  const decoder = new CodecFactory(scheme).hubDecoder(kind.group);
  const optionsOf = schema === undefined ? () => undefined : connectOptions(decoder, kind, schema);
  const action: Action = (asked, request) => connectObject({ given, optionsOf }, asked, request);
  const { methods, hasPath = false } = given;
  return {
    ...scope,
    kind,
    hasProtobuf: scope.hasProtobuf && hasProtobuf(scheme, kind),
    subresource: name,
    fields: undefined,
    custom: {
      actions: Object.fromEntries(methods.map((method) => [method, action])),
      verbs: verbsOf(methods),
      connect: { methods, hasPath, hasOptions: schema !== undefined },
    },
  };
}

/** Verbs of HTTP methods in discovery (Go: toDiscoveryKubeVerb). HEAD has none. */
const verbs: Readonly<Record<string, string>> = {
  GET: "get",
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

function verbsOf(methods: readonly string[]): readonly string[] {
  return [...new Set(methods.flatMap((method) => verbs[method] ?? []))].sort();
}
