import { requestLimits } from "../../http/request-limits.js";
import type { Response } from "../../http/types.js";
import type { AnswerFunction } from "../../registry/answer.js";
import type { APIRequest } from "../../request/api-request.js";
import { negotiateResource, objectResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { writeOptions } from "../write-options.js";
import { decodeRequest, placeInNamespace } from "./write-steps.js";

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
