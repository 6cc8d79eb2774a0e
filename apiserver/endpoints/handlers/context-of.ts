import type { APIRequest } from "../../request/api-request.js";
import type { RequestContext } from "../../request/request-context.js";
import type { WriteRequestOptions } from "../write-options.js";

/** Returns the context of a request for a store. */
export function storeContext(request: APIRequest, { isDryRun }: Pick<WriteRequestOptions, "isDryRun">): RequestContext {
  const warn = (text: string) => {
    request.warnings.add(text);
  };
  const { namespace, subresource } = request.info;
  return { namespace, subresource, user: request.user, isDryRun, warn };
}
