import type { GroupVersionKind } from "@apimachinery/runtime";
import { cborToJSON } from "@apimachinery/runtime/cbor";
import { newBadRequest, type StatusError } from "../errors/index.js";
import { essenceOf, protobufType } from "../negotiation/media-types.js";
import { jsonOfProtobuf } from "../negotiation/protobuf-document.js";
import type { APIRequest } from "../request/api-request.js";
import { maxBodyItems, unrecognized } from "./decode-body.js";
import type { RequestScope } from "./scope.js";

/** The start of the error for a CBOR body, as in Go. */
const unreadable = "unable to determine group/version/kind";

/** A body, and its media type as a header has it. */
export interface TypedBody {
  readonly body: Buffer;
  readonly contentType: string | undefined;
}

/**
 * Returns the body of a request as JSON if it is CBOR, or if it is protobuf and the kind of the
 * scope has protobuf. Returns other bodies unchanged.
 * @throws StatusError 400 for a body that is not in its format
 */
export function withoutBinary(scope: RequestScope, request: APIRequest, body: Buffer): TypedBody {
  const contentType = request.header("content-type");
  const type = essenceOf(contentType);
  if (type === "application/cbor")
    return inJSON(jsonOfCBOR(body, (why) => unrecognized(scope, `${unreadable}: ${why}`, body)));
  if (type === protobufType && scope.hasProtobuf)
    return inJSON(jsonOf(scope, body, scope.kind, (why) => unrecognized(scope, why, body)));
  return { body, contentType };
}

/** Does the same for the options of a deletion, which every kind accepts in protobuf. */
export function optionsWithoutBinary(scope: RequestScope, request: APIRequest, body: Buffer): TypedBody {
  const contentType = request.header("content-type");
  const type = essenceOf(contentType);
  if (type === "application/cbor") return inJSON(jsonOfCBOR(body, (why) => newBadRequest(`${unreadable}: ${why}`)));
  if (type !== protobufType) return { body, contentType };
  return inJSON(jsonOf(scope, body, { ...scope.groupVersion, kind: "DeleteOptions" }, newBadRequest));
}

function inJSON(json: string): TypedBody {
  return { body: Buffer.from(json, "utf8"), contentType: "application/json" };
}

function jsonOf(
  scope: RequestScope,
  body: Buffer,
  defaults: GroupVersionKind,
  refuse: (why: string) => StatusError,
): string {
  try {
    return jsonOfProtobuf(body, scope.scheme, { defaults, maxItems: maxBodyItems });
  } catch (error) {
    throw refuse((error as Error).message);
  }
}

/**
 * Returns a CBOR body as JSON.
 * @throws the error that `refuse` returns
 */
export function jsonOfCBOR(body: Buffer, refuse: (why: string) => StatusError): string {
  try {
    return cborToJSON(body, { maxItems: maxBodyItems });
  } catch (error) {
    throw refuse((error as Error).message);
  }
}
