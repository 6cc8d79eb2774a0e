import { admit, validate, type Attributes, type Operation } from "../admission/plugin.js";
import { newBadRequest } from "../errors/index.js";
import type { APIRequest } from "../filters/context.js";
import type { Response } from "../http/types.js";
import type { APIObject } from "../registry/api-object.js";
import { wipeSystemFields } from "../registry/before-create.js";
import type { RequestContext } from "../registry/context.js";
import { bodyLimit, bodyType, decodeObject } from "./decode-body.js";
import { deduplicateOwnerReferences } from "./owner-references.js";
import { negotiateResource, objectResponse } from "./respond.js";
import type { RequestScope } from "./scope.js";
import { writeOptions, type WriteOptions } from "./write-options.js";

/**
 * The life of a request that writes. Before it, the chain of `filters/chain.ts` has let it in and
 * `router.ts` has found its scope. The steps of a create, in order, each with what it answers where
 * it fails:
 *
 *  1. negotiate the response's form                                    406
 *  2. read the options                                               422
 *  3. read the body, no more than 3 MiB                              413
 *  4. decode it (strict, warn, ignore), default it in its version,
 *     convert it to the hub                                          400, 415
 *  5. make it agree with the path                                    400
 *  6. mutating admission                                             403
 *  7. strategy: prepare, validate, warn, canonicalize (Store)        422
 *  8. validating admission                                           403
 *  9. store it as the storage version (Store)                        409
 * 10. convert it to the request's version and encode it
 *
 * An update does the same, 5 to 9 once for each try against the object that is there.
 */
export async function createObject(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(request);
  const options = writeOptions(request.query, "CreateOptions");
  const object = await receive(scope, request, options);

  placeInNamespace(scope, request, object);
  if ((object.metadata.resourceVersion ?? "") !== "")
    throw newBadRequest("resourceVersion should not be set on objects to be created");
  wipeSystemFields(object.metadata);
  deduplicateOwnerReferences(object.metadata, request, "as sent");

  await admit(scope.admission, attributes(scope, request, "CREATE", options, object, undefined));
  deduplicateOwnerReferences(object.metadata, request, "after admission");

  const created = await scope.store.create(contextOf(request, options), object, (checked, old) =>
    validate(scope.admission, attributes(scope, request, "CREATE", options, checked, old)),
  );
  return objectResponse(scope, request, negotiated, 201, created);
}

export async function updateObject(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(request);
  const options = writeOptions(request.query, "UpdateOptions");
  const received = await receive(scope, request, options);

  placeInNamespace(scope, request, received);
  checkName(request.info.name, received);
  deduplicateOwnerReferences(received.metadata, request, "as sent");

  const make = (current: APIObject | undefined) => {
    const next = scope.scheme.copy(received);
    if (current === undefined) wipeSystemFields(next.metadata);
    return next;
  };
  const { object, isNew } = await replace(scope, request, options, make, received.metadata.uid || undefined);
  return objectResponse(scope, request, negotiated, isNew ? 201 : 200, object);
}

/**
 * What a PUT and a PATCH have in common: from the new object to what is stored. @param make may be
 * called more than once, and gives an object of its own each time @param uid what is there must
 * have
 */
export async function replace(
  scope: RequestScope,
  request: APIRequest,
  options: WriteOptions,
  make: (current: APIObject | undefined) => APIObject,
  uid?: string,
): Promise<{ readonly object: APIObject; readonly isNew: boolean }> {
  return scope.objects.update(
    contextOf(request, options),
    request.info.name,
    async (current) => {
      const object = make(current);
      // Whoever may only update creates nothing by it.
      if (current === undefined) await scope.authorize({ ...request, info: { ...request.info, verb: "create" } });
      await admit(
        scope.admission,
        attributes(scope, request, current === undefined ? "CREATE" : "UPDATE", options, object, current),
      );
      deduplicateOwnerReferences(object.metadata, request, "after admission");
      return object;
    },
    (object, old) =>
      validate(
        scope.admission,
        attributes(scope, request, old === undefined ? "CREATE" : "UPDATE", options, object, old),
      ),
    uid,
  );
}

async function receive(scope: RequestScope, request: APIRequest, { mode }: WriteOptions): Promise<APIObject> {
  const type = bodyType(request.header("content-type"));
  const body = await request.readBody(bodyLimit);
  const warn = (text: string) => {
    request.warnings.add(text);
  };
  return decodeObject(scope, body, type, mode, { user: request.user.name, warn });
}

/**
 * The path says in which namespace an object is. @throws StatusError 400 where the object says
 * another
 */
export function placeInNamespace(scope: RequestScope, { info }: APIRequest, { metadata }: APIObject): void {
  if (!scope.isNamespaced) {
    delete metadata.namespace;
    return;
  }
  if ((metadata.namespace ?? "") === "") metadata.namespace = info.namespace;
  if (metadata.namespace !== info.namespace)
    throw newBadRequest("the namespace of the provided object does not match the namespace sent on the request");
}

/** @throws StatusError 400 for an object that does not have the path's name */
export function checkName(name: string, { metadata }: APIObject): void {
  const own = metadata.name ?? "";
  if (own === name) return;
  const text =
    own === ""
      ? `the name of the object (${name} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${own}) does not match the name on the URL (${name})`;
  throw newBadRequest(text);
}

export function contextOf(request: APIRequest, { isDryRun }: Pick<WriteOptions, "isDryRun">): RequestContext {
  const warn = (text: string) => {
    request.warnings.add(text);
  };
  return { namespace: request.info.namespace, user: request.user, isDryRun, warn };
}

export function attributes(
  scope: RequestScope,
  request: APIRequest,
  operation: Operation,
  options: Pick<WriteOptions, "isDryRun">,
  object: APIObject | undefined,
  oldObject: APIObject | undefined,
): Attributes {
  const { kind, groupVersion, resource, subresource } = scope;
  const { namespace, isDryRun, user, warn } = contextOf(request, options);
  const name = request.info.name === "" ? (object?.metadata.name ?? oldObject?.metadata.name ?? "") : request.info.name;
  return {
    operation,
    kind,
    resource: { ...groupVersion, resource },
    subresource,
    namespace,
    name,
    object,
    oldObject,
    user,
    isDryRun,
    warn,
  };
}
