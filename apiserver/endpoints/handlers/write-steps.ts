import { admit, validate, type Attributes, type Operation } from "../../admission/plugin.js";
import { newBadRequest } from "../../errors/index.js";
import type { APIObject } from "../../request/api-object.js";
import type { APIRequest } from "../../request/api-request.js";
import type { RequestContext } from "../../request/request-context.js";
import type { RequestValidation } from "../../request/request-validation.js";
import { bodyLimit, bodyType, decodeObject } from "../decode-body.js";
import { deduplicateOwnerReferences } from "../owner-references.js";
import type { RequestScope } from "../scope.js";
import type { WriteOptions } from "../write-options.js";

/**
 * Runs the common steps of PUT and PATCH, and stores the object that `make` returns.
 * @param make is called once for each attempt, and returns a new object each time
 * @param uid uid that the stored object must have
 */
export async function applyUpdate(
  scope: RequestScope,
  request: APIRequest,
  options: WriteOptions,
  validation: RequestValidation,
  make: (current: APIObject | undefined) => APIObject,
  uid?: string,
): Promise<{ readonly object: APIObject; readonly isNew: boolean }> {
  return scope.objects.update(
    { ...contextOf(request, options), validation },
    request.info.name,
    async (current) => {
      const object = make(current);
      // Create-on-update requires the permission to create, in addition to the permission to
      // update.
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

/**
 * Decodes the object of a request, and converts it to the hub version.
 * @param validation receives the text of the body
 */
export async function decodeRequest(
  scope: RequestScope,
  request: APIRequest,
  { mode }: WriteOptions,
  validation: RequestValidation,
): Promise<APIObject> {
  const type = bodyType(request.header("content-type"));
  const body = await request.readBody(bodyLimit);
  const warn = (text: string) => {
    request.warnings.add(text);
  };
  return decodeObject(scope, body, type, mode, { user: request.user.name, warn }, validation);
}

/**
 * Sets the namespace of an object to the namespace in the path.
 * @throws StatusError 400 if the object names another namespace
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

/**
 * Checks that an object has the name in the path.
 * @throws StatusError 400
 */
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
