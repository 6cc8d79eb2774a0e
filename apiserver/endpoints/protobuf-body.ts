import { newBadRequest } from "../errors/index.js";
import { essenceOf } from "../negotiation/media-types.js";
import { deleteOptionsMessage } from "../protobuf/meta-messages.js";
import type { ProtobufMessage } from "../protobuf/message.js";
import { protobufType, readProtobufBody } from "../protobuf/read-body.js";
import type { APIRequest } from "../request/api-request.js";
import type { RequestScope } from "./scope.js";

/** A body, and its media type as a header has it. */
export interface TypedBody {
  readonly body: Buffer;
  readonly contentType: string | undefined;
}

/**
 * Returns the body of a request as JSON if it is protobuf and the group of the scope accepts
 * protobuf. Returns other bodies unchanged.
 * @throws StatusError 400 for a body that is not protobuf
 */
export function withoutProtobuf(scope: RequestScope, request: APIRequest, body: Buffer): TypedBody {
  const { protobuf, kind, groupVersion } = scope;
  return converted(request, body, kind.group === groupVersion.group ? protobuf?.[kind.kind] : undefined);
}

/** Does the same for the options of a deletion. */
export function optionsWithoutProtobuf({ protobuf }: RequestScope, request: APIRequest, body: Buffer): TypedBody {
  return converted(request, body, protobuf && deleteOptionsMessage);
}

function converted(request: APIRequest, body: Buffer, message: ProtobufMessage | undefined): TypedBody {
  const contentType = request.header("content-type");
  if (message === undefined || essenceOf(contentType) !== protobufType) return { body, contentType };
  try {
    return { body: Buffer.from(readProtobufBody(body, message), "utf8"), contentType: "application/json" };
  } catch (error) {
    throw newBadRequest((error as Error).message);
  }
}
