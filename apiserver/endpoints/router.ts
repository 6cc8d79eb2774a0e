import { newGenericNotFound, newMethodNotAllowed } from "../errors/index.js";
import type { APIRequest, APIHandler } from "../request/api-request.js";
import { listObjects, getObject } from "./handlers/read.js";
import type { Response } from "../http/types.js";
import { compressed } from "../negotiation/compress.js";
import { listedTypes, streamTypes } from "../negotiation/media-types.js";
import { checkRouteAccept, routedTypes } from "../negotiation/negotiate.js";
import { deleteCollection, deleteObject } from "./handlers/delete.js";
import { patchTypeOf } from "./patch/patch-types.js";
import { FieldTracker } from "./field-tracker.js";
import { applyObject } from "./handlers/apply.js";
import { patchObject } from "./handlers/patch.js";
import type { AnswerFunction } from "../registry/answer.js";
import { answerQuestion, createObject } from "./handlers/create.js";
import { inRequestSpan } from "./request-span.js";
import type { Action, RequestScope } from "./scope.js";
import { watchObjects } from "./handlers/watch.js";
import { updateObject } from "./handlers/update.js";

/** Handlers of requests for a collection, by HTTP method. */
const collectionActions: Readonly<Record<string, Action>> = {
  GET: (scope, request) => (request.info.verb === "watch" ? watchObjects(scope, request) : listObjects(scope, request)),
  POST: createObject,
  DELETE: deleteCollection,
};
const objectActions: Readonly<Record<string, Action>> = {
  GET: getObject,
  PUT: updateObject,
  PATCH: patchOrApply,
  DELETE: deleteObject,
};
/** Handlers of the status and the scale of an object, by HTTP method. */
const subresourceActions: Readonly<Record<string, Action>> = pick(objectActions, "GET", "PUT", "PATCH");
/** Handlers of the old watch paths (`/watch/pizzas`), by HTTP method. */
const watchActions: Readonly<Record<string, Action>> = { GET: watchObjects };
/**
 * Handlers of a collection of all namespaces. Objects cannot be created or deleted under its path.
 */
const allNamespacesActions: Readonly<Record<string, Action>> = pick(collectionActions, "GET");

/** Handlers of a collection whose strategy forbids deleting it with one request. */
const undeletableActions: Readonly<Record<string, Action>> = pick(collectionActions, "GET", "POST");

/** Verbs of a resource whose objects are stored, as discovery lists them. */
export const resourceVerbs: readonly string[] = [
  "create",
  "delete",
  "deletecollection",
  "get",
  "list",
  "patch",
  "update",
  "watch",
];

/** Verbs of a resource whose objects are not stored, such as those of SubjectAccessReview. */
export const answerVerbs: readonly string[] = ["create"];

/** Verbs of the status and of the scale, as discovery lists them. */
export const subresourceVerbs: readonly string[] = ["get", "patch", "update"];

/**
 * Handles a PATCH: a server-side apply or another patch, depending on the media type of the body.
 */
export function patchOrApply(scope: RequestScope, request: APIRequest): Promise<Response> {
  const type = patchTypeOf(scope.patchTypes, request.header("content-type"));
  return type instanceof FieldTracker ? applyObject(scope, type, request) : patchObject(scope, type, request);
}

/** Scopes of one group-version by resource name in paths, such as `pizzas` or `pizzas/status`. */
export type ScopesByResource = ReadonlyMap<string, RequestScope>;

/**
 * Returns the handler for requests of a group-version. It checks the path (404), the method (405),
 * the media type of a patch (415) and the accepted media types (406), in the order that JSR 311
 * defines.
 */
export function routeResources(scopes: ScopesByResource): APIHandler {
  return async (request) => {
    const { resource, subresource } = request.info;
    const scope = scopes.get(subresource === "" ? resource : `${resource}/${subresource}`);
    if (scope === undefined) throw newGenericNotFound();
    request.hasProtobuf = scope.hasProtobuf;
    const actions = actionsOf(scope, request);
    if (actions === undefined) throw newGenericNotFound();
    const action = Object.hasOwn(actions, request.method) ? actions[request.method] : undefined;
    if (action === undefined) throw newMethodNotAllowed();
    if (scope.deprecation !== undefined) {
      request.warnings.add(scope.deprecation.warning);
      scope.deprecation.requested(scope.subresource);
      annotateDeprecation(request, scope.deprecation.removedRelease);
    }
    // For a subresource with a handler, the handler of the strategy checks the media types.
    if (scope.custom?.connect !== undefined) return action(scope, request);
    if (request.method === "PATCH") patchTypeOf(scope.patchTypes, request.header("content-type"));
    checkRouteAccept(request, producedTypes(scope, actions, request.method), routedTypes);
    const response = await inRequestSpan(request, () => action(scope, request));
    request.audit?.respondedObject(response, scope.scheme);
    return compressed(request, response);
  };
}

/** Returns the media types that the router's error lists: those of watches only for collections. */
function producedTypes(
  { hasProtobuf }: RequestScope,
  actions: Readonly<Record<string, Action>>,
  method: string,
): readonly string[] {
  const types = listedTypes(hasProtobuf);
  const canWatch = method === "GET" && (actions["GET"] === collectionActions["GET"] || actions === watchActions);
  return canWatch ? [...types, ...streamTypes(types)] : types;
}

/** Adds annotations about a deprecated version to the audit event. */
function annotateDeprecation({ annotations }: APIRequest, removedRelease: string): void {
  annotations.add("k8s.io/deprecated", "true");
  if (removedRelease !== "") annotations.add("k8s.io/removed-release", removedRelease);
}

/**
 * Matches an empty segment inside a path. Several slashes at the beginning or at the end are
 * allowed.
 */
const emptySegment = /[^/]\/\/+[^/]/;

function actionsOf(
  { isNamespaced, custom, answer, store }: RequestScope,
  { info }: APIRequest,
): Readonly<Record<string, Action>> | undefined {
  const isPathFree = custom?.connect?.hasPath === true;
  if (!isPathFree && (info.parts.length > 3 || emptySegment.test(info.path))) return undefined;
  // The path of a Namespace object contains its name also as the namespace, but the kind is not
  // namespaced.
  const hasNamespace = info.namespace !== "" && !(info.group === "" && info.resource === "namespaces");
  const hasName = info.parts.length > 1;
  if (hasNamespace && !isNamespaced) return undefined;
  if (hasName && isNamespaced && !hasNamespace) return undefined;
  if (info.verb === "proxy") return undefined;
  if (answer !== undefined)
    return hasName || info.isWatchPath || isNamespaced !== hasNamespace ? undefined : answers(answer);
  if (info.subresource !== "") return info.isWatchPath ? undefined : (custom?.actions ?? subresourceActions);
  if (info.isWatchPath) return watchActions;
  if (hasName) return objectActions;
  if (isNamespaced && !hasNamespace) return allNamespacesActions;
  return store.strategy.allowDeleteCollection ? collectionActions : undeletableActions;
}

/** Returns the handlers of a resource whose objects are not stored. */
function answers(answer: AnswerFunction): Readonly<Record<string, Action>> {
  return { POST: (scope, request) => answerQuestion(scope, answer, request) };
}

function pick(
  actions: Readonly<Record<string, Action>>,
  ...methods: readonly string[]
): Readonly<Record<string, Action>> {
  return Object.fromEntries(Object.entries(actions).filter(([method]) => methods.includes(method)));
}
