import type { Response } from "../../http/types.js";
import type { APIRequest } from "../../request/api-request.js";
import { listOptions } from "../list-options.js";
import { inEncodingSpan } from "../request-span.js";
import { listResponse, negotiateResource } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { sendsStoredItems, storedListResponse } from "../stored-response.js";

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
