import { admit, validate } from "../../admission/plugin.js";
import { newBadRequest } from "../../errors/index.js";
import type { Response } from "../../http/types.js";
import { wipeSystemFields } from "../../registry/before-create.js";
import type { APIRequest } from "../../request/api-request.js";
import { deduplicateOwnerReferences } from "../owner-references.js";
import { negotiateResource, objectResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { writeOptions } from "../write-options.js";
import { attributes, contextOf, decodeRequest, placeInNamespace } from "./write-steps.js";

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
  const object = await decodeRequest(scope, request, options);

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
