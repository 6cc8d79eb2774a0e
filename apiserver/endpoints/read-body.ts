import { jsonBody, valueBody, type Body } from "@apimachinery/runtime";
import { newBadRequest, newUnsupportedMediaType, StatusError } from "../errors/index.js";
import { allMediaTypes, mediaTypeOf, mediaTypes, protobufType, type MediaType } from "../negotiation/media-types.js";
import { checkDepth, checkJSONDepth } from "../util/nesting.js";
import { readYAMLBody } from "../yaml/body.js";
import type { RequestScope } from "./scope.js";

/** Maximum size of a request body, in bytes. */
export const bodyLimit = 3 * 1024 * 1024;

/**
 * Maximum number of items in a CBOR or protobuf body: one for twelve bytes of the largest body. An
 * item is a list, map, key, string or tag of CBOR, or a field of protobuf. In JSON, the entry of a
 * large map has at least nine bytes, but two bytes of CBOR or protobuf are enough for one.
 */
export const maxBodyItems = bodyLimit / 12;

/** The start of the error for a CBOR body, as in Go. */
export const unreadableCBOR = "unable to determine group/version/kind";

/** Maximum number of bytes of an unreadable body that an error message contains. */
const headLength = 30;

/**
 * Returns the media type of a body.
 * @param hasProtobuf true if the body can be protobuf
 * @throws StatusError 415 for an unsupported media type
 */
export function bodyType(contentType: string | undefined, hasProtobuf: boolean): MediaType {
  const type = mediaTypeOf(contentType, hasProtobuf ? [...allMediaTypes, protobufType] : allMediaTypes);
  if (type === undefined) throw newUnsupportedMediaType(hasProtobuf ? [...mediaTypes, protobufType] : mediaTypes);
  return type;
}

/** A body that was read, and the keys that occur twice in its YAML. */
interface ReadBody {
  readonly body: Body;
  readonly duplicates: readonly string[];
}

/**
 * Reads the body of a request of a scope.
 * @param user name of the user that sent the request
 * @throws StatusError 400 for a body that is not in its format, 413 for YAML that takes too long
 */
export async function readScopeBody(
  scope: RequestScope,
  bytes: Buffer,
  type: MediaType,
  user: string,
): Promise<ReadBody> {
  try {
    switch (type) {
      case "application/yaml": {
        const { json, duplicates } = await readYAMLBody(bytes.toString("utf8"), user);
        return { body: readJSON(json), duplicates };
      }
      case "application/json":
        return { body: readJSON(bytes.toString("utf8")), duplicates: [] };
      default:
        return { body: readBinary(scope, bytes, type), duplicates: [] };
    }
  } catch (error) {
    throw error instanceof StatusError ? error : unrecognized(scope, (error as Error).message, bytes);
  }
}

function readJSON(text: string): Body {
  checked(() => {
    checkJSONDepth(text);
  });
  return jsonBody(text);
}

function readBinary({ encoder }: RequestScope, bytes: Buffer, type: "application/cbor" | typeof protobufType): Body {
  const body =
    type === protobufType
      ? encoder.protobuf.codec.read(bytes, maxBodyItems)
      : readCBOR(() => encoder.cbor.codec.read(bytes, maxBodyItems));
  if ("object" in body && body.isShallow) return body;
  const hasBigInt = checked(() => checkDepth("object" in body ? body.object : body.value));
  // An integer beyond the safe range is refused later, by the JSON decoder, which reports its
  // place.
  return hasBigInt && "object" in body ? valueBody(body.object) : body;
}

function readCBOR(read: () => Body): Body {
  try {
    return read();
  } catch (error) {
    throw new Error(`${unreadableCBOR}: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the result of a check of the nesting depth. */
function checked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw new Error(`couldn't get version/kind; json parse error: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns the 400 error for a body whose kind cannot be read. */
export function unrecognized({ kind }: RequestScope, why: string, body: Buffer): StatusError {
  return newBadRequest(`the object provided is unrecognized (must be of type ${kind.kind}): ${why} (${headOf(body)})`);
}

/**
 * Returns the beginning of a body for messages: as text if the body looks like JSON, otherwise as
 * hexadecimal bytes.
 */
function headOf(body: Buffer): string {
  if (body.length === 0) return "<empty>";
  const head = body.subarray(0, headLength);
  const shown = body[0] === "{".charCodeAt(0) ? head.toString("utf8") : head.toString("hex");
  return body.length > headLength ? `${shown} ...` : shown;
}
