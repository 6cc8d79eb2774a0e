import { runValidation } from "../../admission/plugin.js";
import { newBadRequest } from "../../errors/index.js";
import type { Response } from "../../http/types.js";
import { wipeSystemFields } from "../../registry/before-write.js";
import type { APIRequest } from "../../request/api-request.js";
import { deduplicateOwnerReferences } from "../owner-references.js";
import { negotiateResource, objectResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { writeOptions } from "../write-options.js";
import { attributes } from "./attributes.js";
import { storeContext } from "./context-of.js";
import { admitObject, decodeRequest, placeInNamespace, trackFields } from "./write-steps.js";
import { requestLimits } from "../../http/request-limits.js";
import type { AnswerFunction } from "../../registry/answer.js";

/**
 * Creates an object. The filter chain (filters/chain.ts) and the router (endpoints/router.ts) run
 * before it. The steps in order, each with the status of its failure:
 *
 *  1. negotiate the form of the response                             406
 *  2. read the options from the query                                422
 *  3. read the body, at most 3 MiB                                   413
 *  4. decode the body (strict, warn or ignore), set the defaults of
 *     its version, convert it to the hub                        400, 415, 422
 *  5. check that it matches the path                                 400
 *  6. record the fields that the client sets (managedFields), and
 *     mutating admission                                             403
 *  7. strategy: prepare, validate (with the rules of the type, in the
 *     request's version), warn, canonicalize (Store)                 422
 *  8. validating admission                                           403
 *  9. encode it in the storage version and store it (Store)          409
 * 10. convert it to the request's version and encode the response
 *
 * An update has the same steps. If another write changes the object in the meantime, a PUT repeats
 * steps 6 to 9, and a patch steps 5 to 9.
 */
export async function createObject(scope: RequestScope, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const options = writeOptions(request.query, "CreateOptions");
  const validation = scope.newValidation();
  const object = await decodeRequest(scope, request, options, validation);

  placeInNamespace(scope, request, object);
  // As in Go, a resourceVersion that is 0 or not a number is ignored.
  if (/^0*[1-9]\d*$/.test(object.metadata.resourceVersion ?? ""))
    throw newBadRequest("resourceVersion should not be set on objects to be created");
  delete object.metadata.resourceVersion;
  wipeSystemFields(object.metadata);
  deduplicateOwnerReferences(object.metadata, request, "as sent");
  trackFields(scope, undefined, object, options, request);

  await admitObject(scope, attributes(scope, request, "CREATE", options, object, undefined), object);
  deduplicateOwnerReferences(object.metadata, request, "after admission");

  const created = await scope.store.create({ ...storeContext(request, options), validation }, object, (checked, old) =>
    runValidation(scope.admission, attributes(scope, request, "CREATE", options, checked, old)),
  );
  return objectResponse(scope, request, negotiated, 201, created);
}

/**
 * Handles a create whose object is not stored, such as a SubjectAccessReview. The response is the
 * object that the AnswerFunction returns.
 */
export async function answerQuestion(
  scope: RequestScope,
  answer: AnswerFunction,
  request: APIRequest,
): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const options = writeOptions(request.query, "CreateOptions");
  const question = await decodeRequest(scope, request, options, scope.newValidation(), requestLimits.review);
  placeInNamespace(scope, request, question);
  const { user, info } = request;
  const answered = await answer({ user, namespace: info.namespace, judge: scope.judge }, question);
  return objectResponse(scope, request, negotiated, 201, answered);
}
