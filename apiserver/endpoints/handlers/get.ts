import { newBadRequest } from "../../errors/index.js";
import type { Response } from "../../http/types.js";
import type { APIRequest } from "../../request/api-request.js";
import { inEncodingSpan } from "../request-span.js";
import { negotiateResource, objectResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { sendsStored, storedObjectResponse } from "../stored-response.js";

/** Handles a GET of one object or of its status or scale. */
export async function getObject(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  if (request.query.has("export"))
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
