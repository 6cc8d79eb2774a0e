import { newBadRequest } from "../../errors/index.js";
import type { Response } from "../../http/types.js";
import type { APIRequest } from "../../request/api-request.js";
import { isTruthy } from "../../request/request-info.js";
import { inEncodingSpan } from "../request-span.js";
import { negotiateResource, objectResponse, listResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { sendsStored, storedObjectResponse, sendsStoredItems, storedListResponse } from "../stored-response.js";
import { listOptions } from "../list-options.js";

/** Handles a GET of one object or of its status or scale. */
export async function getObject(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  if (isTruthy(request.query.get("export")))
    throw newBadRequest("the export parameter, deprecated since v1.14, is no longer supported");
  const { namespace, name } = request.info;
  const resourceVersion = request.query.get("resourceVersion") ?? "";
  // Stored bytes can be sent for the object itself, but not for its status or scale.
  if (scope.subresource === "" && sendsStored(scope, negotiated)) {
    const item = await scope.store.getItem(namespace, name, resourceVersion);
    return inEncodingSpan(request, negotiated.mediaType, () => Promise.resolve(storedObjectResponse(scope, item)));
  }
  return objectResponse(scope, request, negotiated, 200, await scope.objects.get(namespace, name, resourceVersion));
}

/** Handles a list of a collection, or of one page of it. */
export async function listObjects(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const options = listOptions(request.query, scope.scheme, scope.kind);
  const { namespace } = request.info;
  if (sendsStoredItems(scope, negotiated)) {
    const items = await scope.store.listItems(namespace, options);
    return inEncodingSpan(request, negotiated.mediaType, () => Promise.resolve(storedListResponse(scope, items)));
  }
  return listResponse(scope, request, negotiated, await scope.store.list(namespace, options));
}
