import { jsonBody, valueBody, type Body } from "@apimachinery/runtime";
import { newBadRequest, newUnsupportedMediaType, StatusError } from "../errors/index.js";
import { allMediaTypes, listedTypes, mediaTypeOf, protobufType, type MediaType } from "../negotiation/media-types.js";
import { checkDepth, checkJSONDepth } from "../util/nesting.js";
import { readYAMLBody } from "../yaml/body.js";
import { yamlText } from "../yaml/yaml-text.js";
import type { RequestScope } from "./scope.js";
import { orThrow } from "../util/or-throw.js";

/** Maximum size of a request body, in bytes. */
export const bodyLimit = 3 * 1024 * 1024;

/**
 * Maximum number of items in a CBOR or protobuf body: one item for twelve bytes of the largest
 * body. An item is a list, map, key, string or tag of CBOR, or a field of protobuf. The limit is
 * needed because an item can have as few as two bytes, while a map entry in JSON has at least nine.
 */
export const maxBodyItems = bodyLimit / 12;

/** Beginning of the error message for an unreadable CBOR body, as in Go. */
export const unreadableCBOR = "unable to determine group/version/kind";

/** Number of bytes from the start of an unreadable body that an error message contains. */
const headLength = 30;

/**
 * Returns the media type of a request body.
 * @param hasProtobuf true if the resource supports protobuf
 * @throws StatusError 415 for an unsupported media type
 */
export function bodyType(contentType: string | undefined, hasProtobuf: boolean): MediaType {
  const type = mediaTypeOf(contentType, hasProtobuf ? [...allMediaTypes, protobufType] : allMediaTypes);
  if (type === undefined) throw newUnsupportedMediaType(listedTypes(hasProtobuf));
  return type;
}

/** A parsed body, and messages for the duplicate keys of a YAML body. */
interface ReadBody {
  readonly body: Body;
  readonly duplicates: readonly string[];
}

/**
 * Parses the body of a request.
 * @param user name of the user that sent the request
 * @throws StatusError 400 if the body does not have the format of its media type, 413 for YAML that
 *   takes too long to parse
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
        const { json, duplicates } = await readYAMLBody(yamlText(bytes), user);
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
      : orThrow(
          () => encoder.cbor.codec.read(bytes, maxBodyItems),
          (message, cause) => new Error(`${unreadableCBOR}: ${message}`, { cause }),
        );
  if ("object" in body && body.isShallow) return body;
  const hasBigInt = checked(() => checkDepth("object" in body ? body.object : body.value));
  // Integers beyond the safe range are refused later by the JSON decoder, which reports their
  // field.
  return hasBigInt && "object" in body ? valueBody(body.object) : body;
}

/**
 * Returns the result of `check`, which checks the nesting depth of a body.
 * @throws Error with Go's prefix if `check` fails
 */
function checked<T>(check: () => T): T {
  return orThrow(
    check,
    (message, cause) => new Error(`couldn't get version/kind; json parse error: ${message}`, { cause }),
  );
}

/** Returns the 400 error for a body whose kind cannot be read. */
export function unrecognized({ kind }: RequestScope, why: string, body: Buffer): StatusError {
  return newBadRequest(`the object provided is unrecognized (must be of type ${kind.kind}): ${why} (${headOf(body)})`);
}

/**
 * Returns the beginning of a body for an error message: as a string if the body looks like JSON,
 * otherwise as hexadecimal bytes; `<empty>` for an empty body.
 */
function headOf(body: Buffer): string {
  if (body.length === 0) return "<empty>";
  const head = body.subarray(0, headLength);
  const shown = body[0] === "{".charCodeAt(0) ? head.toString("utf8") : head.toString("hex");
  return body.length > headLength ? `${shown} ...` : shown;
}
