import type { RequestValidation } from "@apimachinery/runtime";
import { validateManagedFields } from "@apimachinery/runtime/managedfields";
import { admit, runValidation, type Attributes } from "../../admission/plugin.js";
import { newBadRequest, newInternalError } from "../../errors/index.js";
import type { APIObject } from "../../request/api-object.js";
import type { APIRequest } from "../../request/api-request.js";
import type { RequestContext } from "../../request/request-context.js";
import { decodeBodyObject } from "../decode-body.js";
import { deduplicateOwnerReferences } from "../owner-references.js";
import { ensureNamespace } from "../../registry/ensure-namespace.js";
import { normalizeMetadata } from "../../registry/normalize-metadata.js";
import type { UpdateRules } from "../../registry/object-store.js";
import { bodyLimit, bodyType } from "../read-body.js";
import type { RequestScope } from "../scope.js";
import type { WriteRequestOptions } from "../write-options.js";
import { attributes } from "./attributes.js";
import { storeContext } from "./context-of.js";
import type { AuthorizationAttributes, Verdict } from "../../request/authorizer.js";
import { forbiddenStatus } from "../../authorization/forbidden.js";

/**
 * Executes the common steps of PUT and PATCH, and stores the object that `make` returns.
 * @param make called once for each attempt; must return a new object each time
 */
export async function applyUpdate(
  scope: RequestScope,
  request: APIRequest,
  options: WriteRequestOptions,
  validation: RequestValidation,
  make: (current: APIObject | undefined) => APIObject,
  rules: UpdateRules = {},
): Promise<{ readonly object: APIObject; readonly isNew: boolean }> {
  return scope.objects.update(
    { ...storeContext(request, options), validation, ...trackingParent(scope, options, request) },
    request.info.name,
    async (current) => {
      const object = make(current);
      // To create an object by an update, the user needs the permission to create in addition to
      // the permission to update.
      if (current === undefined) await authorizeCreate(scope, request);
      const operation = current === undefined ? "CREATE" : "UPDATE";
      await admitObject(scope, attributes(scope, request, operation, options, object, current), object);
      deduplicateOwnerReferences(object.metadata, request, "after admission");
      return object;
    },
    (object, old) =>
      runValidation(
        scope.admission,
        attributes(scope, request, old === undefined ? "CREATE" : "UPDATE", options, object, old),
      ),
    rules,
  );
}

/**
 * Checks that the user has the permission to create the missing object of an update.
 * @throws StatusError 403 if the user does not have it
 */
async function authorizeCreate(scope: RequestScope, { user, info }: APIRequest): Promise<void> {
  const creation = { user, info: { ...info, verb: "create" } };
  requireAllowed(await scope.judge(creation), creation);
}

/**
 * Records which fields a create, an update or a patch changes, in `metadata.managedFields` of
 * `object`. For a kind without managedFields, removes the managedFields that the client has sent.
 * @param current the stored object; undefined for a create
 */
export function trackFields(
  { fields }: RequestScope,
  current: APIObject | undefined,
  object: APIObject,
  options: WriteRequestOptions,
  request: APIRequest,
): void {
  if (fields === undefined) {
    delete object.metadata.managedFields;
    return;
  }
  // Empty labels and annotations are not stored, so no client becomes their manager.
  normalizeMetadata(object.metadata);
  fields.track(current, object, options, request);
}

/**
 * Returns the property `track` of a request context: a function that records which fields of the
 * whole object a request of a custom subresource has changed. Returns an empty object if the scope
 * has no `parentFields`.
 */
export function trackingParent(
  { parentFields }: RequestScope,
  options: WriteRequestOptions,
  request: APIRequest,
): Pick<RequestContext, "track"> {
  if (parentFields === undefined) return {};
  return {
    track: (current, next) => {
      parentFields.track(current, next, options, request);
    },
  };
}

/**
 * Runs mutating admission. If a plugin makes the managedFields invalid, restores the previous ones
 * and warns the client.
 */
export async function admitObject(scope: RequestScope, given: Attributes, object: APIObject): Promise<void> {
  if (!scope.admission.some((plugin) => plugin.admit !== undefined && plugin.handles(given.operation))) return;
  const { managedFields } = object.metadata;
  const before = managedFields && [...managedFields];
  await admit(scope.admission, given);
  // A plugin may have replaced the metadata object, so it is read again.
  const { metadata } = object;
  try {
    validateManagedFields(metadata.managedFields ?? []);
  } catch (error) {
    if (before === undefined) delete metadata.managedFields;
    else metadata.managedFields = before;
    given.warn(
      `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${(error as Error).message}`,
    );
  }
}

/**
 * Decodes the object of a request, and converts it to the hub version.
 * @param validation records the fields that the client has sent
 * @param limit maximum size of the body, in bytes
 */
export async function decodeRequest(
  scope: RequestScope,
  request: APIRequest,
  { mode }: WriteRequestOptions,
  validation: RequestValidation,
  limit = bodyLimit,
): Promise<APIObject> {
  const type = bodyType(request.header("content-type"), scope.hasProtobuf);
  const bytes = await request.readBody(limit);
  const warn = (text: string) => {
    request.warnings.add(text);
  };
  const object = await decodeBodyObject(scope, bytes, type, mode, { user: request.user.name, warn }, validation);
  request.audit?.sentObject(object.metadata, () => scope.encoder.changing(object));
  return object;
}

/**
 * Sets the namespace of an object to the namespace in the path, in place.
 * @throws StatusError 400 if the object has another namespace
 */
export function placeInNamespace(scope: RequestScope, { info }: APIRequest, { metadata }: APIObject): void {
  ensureNamespace(metadata, scope.isNamespaced ? info.namespace : "");
}

/**
 * Checks that the name of an object equals the name in the path.
 * @throws StatusError 400 for an object with another name or without a name
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

/**
 * Checks that a verdict allows a request.
 * @throws StatusError 500 if the authorizers have failed, otherwise 403
 */
function requireAllowed({ decision, reason, error }: Verdict, attributes: AuthorizationAttributes): void {
  // An authorizer can encounter an error and still allow the request.
  if (decision === "allow") return;
  if (error !== undefined) throw newInternalError(error.message);
  throw forbiddenStatus(attributes, reason);
}
