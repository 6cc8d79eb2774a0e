import { newBadRequest } from "../../errors/index.js";
import type { Response } from "../../http/types.js";
import { essenceOf } from "../../negotiation/media-types.js";
import { jsonOfProtobuf, protobufType } from "../../negotiation/protobuf.js";
import type { Answer } from "../../registry/answer.js";
import type { APIRequest } from "../../request/api-request.js";
import { negotiateResource, objectResponse } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { writeOptions } from "../write-options.js";
import { decodeRequest, placeInNamespace } from "./write-steps.js";

/**
 * Returns a request whose body is JSON, also if the client has sent it in Kubernetes' binary
 * format.
 */
function readable(request: APIRequest, { message }: Answer): APIRequest {
  if (essenceOf(request.header("content-type")) !== protobufType) return request;
  return {
    ...request,
    header: (name) => (name === "content-type" ? "application/json" : request.header(name)),
    readBody: async (limit) => {
      const body = await request.readBody(limit);
      try {
        return Buffer.from(jsonOfProtobuf(body, message), "utf8");
      } catch (error) {
        throw newBadRequest((error as Error).message);
      }
    },
  };
}

/** Answers a question that a client sends as an object to create. Nothing is stored. */
export async function answerQuestion(scope: RequestScope, answer: Answer, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const options = writeOptions(request.query, "CreateOptions");
  const question = await decodeRequest(scope, readable(request, answer), options, scope.newValidation());
  placeInNamespace(scope, request, question);
  const { user, info } = request;
  const answered = await answer.answer({ user, namespace: info.namespace, judge: scope.judge }, question);
  return objectResponse(scope, request, negotiated, 201, answered);
}
