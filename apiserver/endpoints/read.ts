import { newBadRequest } from "../errors/index.js";
import type { APIRequest } from "../filters/context.js";
import type { Answer } from "../http/exchange.js";
import { listOptions } from "./list-options.js";
import { listAnswer, negotiateResource, objectAnswer } from "./respond.js";
import type { RequestScope } from "./scope.js";

export async function getObject(scope: RequestScope, request: APIRequest): Promise<Answer> {
  const negotiated = negotiateResource(request);
  if (request.query.has("export")) throw newBadRequest("the export parameter, deprecated since v1.14, is no longer supported");
  const { namespace, name } = request.info;
  const object = await scope.store.get(namespace, name, request.query.get("resourceVersion") ?? "");
  return objectAnswer(scope, request, negotiated, 200, object);
}

export async function listObjects(scope: RequestScope, request: APIRequest): Promise<Answer> {
  const negotiated = negotiateResource(request);
  const options = listOptions(request.query, scope.scheme, scope.kind, false);
  return listAnswer(scope, request, negotiated, await scope.store.list(request.info.namespace, options));
}
