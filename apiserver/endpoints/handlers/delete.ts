import type { Status } from "@apimachinery/runtime";
import { admit, runValidation } from "../../admission/plugin.js";
import type { APIRequest } from "../../request/api-request.js";
import type { Response } from "../../http/types.js";
import type { Negotiated } from "../../negotiation/negotiate.js";
import type { APIObject } from "../../request/api-object.js";
import { deleteItems } from "../../registry/delete-collection.js";
import type { Deleted } from "../../registry/deletion.js";
import { deleteOptions, type DeleteRequestOptions } from "../delete-options.js";
import { listOptions } from "../list-options.js";
import { attributes } from "./attributes.js";
import { storeContext } from "./context-of.js";
import { listResponse, negotiateResource, objectResponse, successResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import type { KeyValue } from "../../storage/index.js";
import { sendsStoredItems, storedListResponse } from "../stored-response.js";
import { authorizeUnsafeDelete, refuseUnsafeCollection } from "../unsafe-delete.js";

/**
 * Deletes an object. If the object is removed, the response is a Status. If finalizers or a new
 * grace period delay the removal, the response is the object. If an earlier request has started a
 * grace period that this request does not shorten, the response is a Status. As in Go, admission
 * does not run for an unreadable object.
 */
export async function deleteObject(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const options = await deleteOptions(scope, request);
  if (options.isUnreadable === true) return deleteUnreadable(scope, request, negotiated, options);
  const { object, isGone, isStatus } = await remove(scope, request, options, request.info.name);
  // As in Go, only a request with the deprecated `orphanDependents: false` gets the status 202 if
  // the object still exists.
  const status = !isGone && options.orphanDependents === false ? 202 : 200;
  if (!isStatus) return objectResponse(scope, request, negotiated, status, object);
  const body = success(scope, object);
  request.audit?.respondedStatus(body);
  return successResponse(status, body, negotiated);
}

async function deleteUnreadable(
  scope: RequestScope,
  request: APIRequest,
  negotiated: Negotiated,
  options: DeleteRequestOptions,
): Promise<Response> {
  await authorizeUnsafeDelete(scope, request);
  const { name } = request.info;
  await scope.store.delete(storeContext(request, options), name, options, () => Promise.resolve());
  const status: Status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, kind: scope.kind.kind },
    code: 200,
  };
  request.audit?.respondedStatus(status);
  return successResponse(200, status, negotiated);
}

/**
 * Deletes the objects of a list, and returns the list as it was before the deletion. Stops early if
 * the response is already sent, because the deadline has passed or the client has disconnected. The
 * client can then continue with another request.
 */
export async function deleteCollection(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const list = listOptions(request.query, scope.scheme, scope.kind);
  const options = await deleteOptions(scope, request);
  if (options.isUnreadable === true) refuseUnsafeCollection();
  // Keeps the stored items instead of decoded objects, because they need less memory.
  const found = await scope.store.listItems(request.info.namespace, list);
  const objectOf = (item: KeyValue) => scope.store.objectOf(item);
  let isAnswered = false;
  request.afterwards?.(() => {
    isAnswered = true;
  });
  await deleteItems(found.items, {
    workers: scope.deleteCollectionWorkers,
    remove: (item) => remove(scope, request, options, objectOf(item).metadata.name ?? ""),
    isOver: () => isAnswered || performance.now() >= (request.deadline ?? Infinity),
  });
  if (sendsStoredItems(scope, negotiated)) return storedListResponse(scope, found);
  return listResponse(scope, request, negotiated, { ...found, items: found.items.map(objectOf) });
}

function remove(
  scope: RequestScope,
  request: APIRequest,
  options: DeleteRequestOptions,
  name: string,
): Promise<Deleted> {
  return scope.store.delete(storeContext(request, options), name, options, async (object, old) => {
    const given = attributes(scope, request, "DELETE", options, object, old);
    await admit(scope.admission, given);
    await runValidation(scope.admission, given);
  });
}

function success({ kind, resource }: RequestScope, { metadata }: APIObject): Status {
  const group = kind.group === "" ? {} : { group: kind.group };
  const details = { name: metadata.name ?? "", ...group, kind: resource, uid: metadata.uid ?? "" };
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", details };
}
