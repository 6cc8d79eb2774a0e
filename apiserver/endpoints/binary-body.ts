import type { GroupVersionKind } from "@apimachinery/runtime";
import { cborToJSON } from "@apimachinery/runtime/cbor";
import { newBadRequest, type StatusError } from "../errors/index.js";
import { essenceOf } from "../negotiation/media-types.js";
import { deleteOptionsMessage } from "../protobuf/meta-messages.js";
import type { ProtobufMessage } from "../protobuf/message.js";
import { protobufType, readProtobufBody } from "../protobuf/read-body.js";
import type { APIRequest } from "../request/api-request.js";
import { unrecognized } from "./decode-body.js";
import { hasProtobuf, jsonOfProtobufBody } from "./protobuf.js";
import type { RequestScope } from "./scope.js";

/** The start of the error for a CBOR body, as in Go. */
const unreadable = "unable to determine group/version/kind";

/** A body, and its media type as a header has it. */
export interface TypedBody {
  readonly body: Buffer;
  readonly contentType: string | undefined;
}

/**
 * Returns the body of a request as JSON if it is CBOR, or if it is protobuf and the group of the
 * scope accepts protobuf. Returns other bodies unchanged.
 * @throws StatusError 400 for a body that is not in its format
 */
export function withoutBinary(scope: RequestScope, request: APIRequest, body: Buffer): TypedBody {
  const { protobuf, kind, groupVersion } = scope;
  const message = kind.group === groupVersion.group ? protobuf?.[kind.kind] : undefined;
  if (isProtobuf(request) && hasProtobuf(scope))
    return inJSON(jsonOf(scope, body, undefined, (why) => unrecognized(scope, why, body)));
  return converted(request, body, message, (why) => unrecognized(scope, `${unreadable}: ${why}`, body));
}

/** Does the same for the options of a deletion. */
export function optionsWithoutBinary(scope: RequestScope, request: APIRequest, body: Buffer): TypedBody {
  const { protobuf, groupVersion } = scope;
  if (isProtobuf(request) && hasProtobuf(scope))
    return inJSON(jsonOf(scope, body, { ...groupVersion, kind: "DeleteOptions" }, newBadRequest));
  return converted(request, body, protobuf && deleteOptionsMessage, (why) => newBadRequest(`${unreadable}: ${why}`));
}

function isProtobuf(request: APIRequest): boolean {
  return essenceOf(request.header("content-type")) === protobufType;
}

function inJSON(json: string): TypedBody {
  return { body: Buffer.from(json, "utf8"), contentType: "application/json" };
}

function jsonOf(
  scope: RequestScope,
  body: Buffer,
  defaults: GroupVersionKind | undefined,
  refuse: (why: string) => StatusError,
): string {
  try {
    return jsonOfProtobufBody(scope, body, defaults);
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

function converted(
  request: APIRequest,
  body: Buffer,
  message: ProtobufMessage | undefined,
  notCBOR: (why: string) => StatusError,
): TypedBody {
  const contentType = request.header("content-type");
  const type = essenceOf(contentType);
  if (type === "application/cbor") return inJSON(jsonOfCBOR(body, notCBOR));
  if (message === undefined || type !== protobufType) return { body, contentType };
  try {
    return inJSON(readProtobufBody(body, message));
  } catch (error) {
    throw newBadRequest((error as Error).message);
  }
}

/**
 * Returns a CBOR body as JSON.
 * @throws the error that `refuse` returns
 */
export function jsonOfCBOR(body: Buffer, refuse: (why: string) => StatusError): string {
  try {
    return cborToJSON(body);
  } catch (error) {
    throw refuse((error as Error).message);
  }
}
