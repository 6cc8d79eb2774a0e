import {
  groupVersionString,
  type GroupVersionKind,
  type Scheme,
  type ObjectMeta,
  type RequestValidation,
} from "@apimachinery/runtime";
import { newConflict, newInvalid, newNotFound, type Qualified } from "../errors/index.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestContext } from "../request/request-context.js";
import type { ObjectStore, CheckWrite } from "./object-store.js";
import type { Store } from "./store.js";
import type { ChangeObject, ObjectSubresource } from "./subresource.js";

/** Settings of a custom subresource whose requests and responses are objects of a kind. */
export interface SubresourceConfig {
  readonly store: Store;
  readonly scheme: Scheme;
  readonly given: ObjectSubresource<APIObject>;
  /** Kind of the subresource in the hub version. */
  readonly hub: GroupVersionKind;
  /**
   * Creates the declarative validation of the whole object, because the request contains only the
   * object of the subresource.
   */
  readonly newValidation: () => RequestValidation;
}

/**
 * Returns the subresource of an object. The metadata fields name, namespace, uid, resourceVersion
 * and creationTimestamp are copied from the object if the strategy does not set them.
 * @throws Error if the strategy has no function `get`
 */
export async function shownSubresource(
  { given, hub, store }: SubresourceConfig,
  context: RequestContext,
  object: APIObject,
): Promise<APIObject> {
  if (given.get === undefined) throw new Error(`a subresource of ${store.resource.name} has no function get`);
  return completed(hub, await given.get(context, object), object);
}

/**
 * Returns a copy of the object that a strategy has returned, with the kind and apiVersion of the
 * subresource. The metadata fields of `identityOf` are copied from the object of the resource if
 * they are missing.
 */
export function completed(hub: GroupVersionKind, result: APIObject, object: Readonly<APIObject>): APIObject {
  const typed = { kind: hub.kind, apiVersion: groupVersionString(hub) };
  return { ...typed, ...result, ...typed, metadata: { ...identityOf(object), ...result.metadata } };
}

/** Returns the metadata that an object shares with its subresources. */
export function identityOf({ metadata }: Readonly<APIObject>): ObjectMeta {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const own = { name, namespace, uid, resourceVersion, creationTimestamp };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

/**
 * Checks that the object in a request has no uid, or the uid of the stored object.
 * @param name name for the message
 * @throws StatusError 409 if the object in the request has another uid
 */
export function requireUID(
  resource: Qualified,
  name: string,
  { uid }: Readonly<ObjectMeta>,
  { metadata: { uid: known = "" } }: Readonly<APIObject>,
): void {
  if (uid === undefined || uid === known) return;
  throw newConflict(resource, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${known}`);
}

/**
 * Returns a store that reads and writes objects of a resource as objects of a subresource's kind.
 */
export function subresourceStore(config: SubresourceConfig): ObjectStore {
  const { store, given, scheme } = config;
  return {
    get: () => Promise.reject(new Error("the handler of GET calls shownSubresource")),
    update: async (context, name, updated, validate) => {
      const { object, isNew } = await store.update(
        { ...context, validation: config.newValidation() },
        name,
        async (current) => {
          if (current === undefined) throw newNotFound(store.resource, name);
          const before = await shownSubresource(config, context, current);
          const request = await updated(before);
          checkRequest(config, context, request, before);
          const next = scheme.copy(current);
          await given.update?.(context, next, request);
          const { resourceVersion = "" } = request.metadata;
          if (resourceVersion !== "") next.metadata.resourceVersion = resourceVersion;
          context.track?.(current, next);
          return next;
        },
        onSubresources(config, context, validate),
      );
      return { object: await shownSubresource(config, context, object), isNew };
    },
  };
}

/**
 * Returns the function with which the handler of a POST can change the object of its subresource.
 */
export function changeObject(
  { store, scheme, newValidation }: SubresourceConfig,
  context: RequestContext,
  name: string,
): ChangeObject<APIObject> {
  return async (change) => {
    const { object } = await store.update(
      { ...context, validation: newValidation() },
      name,
      async (current) => {
        if (current === undefined) throw newNotFound(store.resource, name);
        const next = scheme.copy(current);
        await change(next);
        context.track?.(current, next);
        return next;
      },
      // Admission does not run again for the change, because it has run for the POST. Go does the
      // same.
      () => Promise.resolve(),
    );
    return object;
  };
}

/**
 * Returns an admission function that converts whole objects to objects of the subresource and
 * passes the converted objects to `validate`.
 */
function onSubresources(config: SubresourceConfig, context: RequestContext, validate: CheckWrite): CheckWrite {
  const shown = async (object: APIObject | undefined) => object && shownSubresource(config, context, object);
  return async (object, old) => validate(await shown(object), await shown(old));
}

/**
 * Checks the object of a request.
 * @throws StatusError 422 if the object violates the rules of its type, 409 if it has the uid of
 *   another object
 */
export function checkRequest(
  { store, hub }: SubresourceConfig,
  { validation }: RequestContext,
  request: APIObject,
  before: APIObject | undefined,
): void {
  const { name = "" } = request.metadata;
  if (before !== undefined) requireUID(store.resource, name, request.metadata, before);
  const errors = validation?.hasRules === true ? validation.errors({}, request, before) : [];
  if (errors.length > 0) throw newInvalid({ group: hub.group, name: hub.kind }, name, errors);
}
