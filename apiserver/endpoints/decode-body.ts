import {
  HubConversionError,
  MissingKindError,
  StrictDecodingError,
  goQuote,
  groupVersionString,
  type DecodeMode,
  type GroupVersionKind,
  type JSONValue,
} from "@apimachinery/runtime";
import { newBadRequest, newInvalid, newUnsupportedMediaType, StatusError } from "../errors/index.js";
import { withPlainAdvice } from "../errors/plain-advice.js";
import { allMediaTypes, mediaTypeOf, mediaTypes, protobufType, type MediaType } from "../negotiation/media-types.js";
import type { APIObject } from "../request/api-object.js";
import type { RequestValidation } from "../request/request-validation.js";
import { checkJSONDepth } from "../util/nesting.js";
import type { RequestScope } from "./scope.js";
import { readYAMLBody } from "../yaml/body.js";
import type { ReadYAML } from "../yaml/read-yaml.js";

/** Maximum size of a request body, in bytes. */
export const bodyLimit = 3 * 1024 * 1024;

/**
 * Maximum number of items in a CBOR or protobuf body: one for twelve bytes of the largest body. An
 * item is a list, map, key, string or tag of CBOR, or a field of protobuf. In JSON, the entry of a
 * large map has at least nine bytes, but two bytes of CBOR or protobuf are enough for one.
 */
export const maxBodyItems = bodyLimit / 12;

/** Maximum number of bytes of an unreadable body that an error message contains. */
const headLength = 30;

/**
 * Returns the media type of a body.
 * @param hasProtobuf true if the body can be protobuf
 * @throws StatusError 415 for an unsupported media type
 */
export function bodyType(contentType: string | undefined, hasProtobuf = false): MediaType {
  const type = mediaTypeOf(contentType, hasProtobuf ? [...allMediaTypes, protobufType] : allMediaTypes);
  if (type === undefined) throw newUnsupportedMediaType(hasProtobuf ? [...mediaTypes, protobufType] : mediaTypes);
  return type;
}

/**
 * Parts of a request that the decoder of its body needs: the user, and the callback for warnings.
 */
export interface Sender {
  readonly user: string;
  warn(text: string): void;
}

/**
 * Decodes the object of a request, sets the defaults of its version, and converts it to the hub
 * version. Kind and apiVersion default to the kind and the version of the scope. With field
 * validation `Warn`, problems such as unknown fields become warnings for the client.
 * @param validation receives the text of the body
 * @throws StatusError 400 for an invalid body, 413 for a body that is too large
 * @throws StatusError 422 if the object cannot be converted because a value violates the rules of
 * its type
 */
export async function decodeObject(
  scope: RequestScope,
  body: Buffer,
  type: MediaType,
  mode: DecodeMode,
  sender: Sender,
  validation: RequestValidation,
): Promise<APIObject> {
  const { json, duplicates } =
    type === "application/yaml"
      ? await fromYAML(scope, body, sender.user)
      : { json: body.toString("utf8"), duplicates: [] };
  checkDepth(scope, json, body);
  validation.setSent(json);
  const decoded = decodeOrRefuse(scope, json, body, mode === "ignore" ? "ignore" : "warn", validation);
  const { object, warnings } = decoded;
  if (mode === "ignore") return object;
  if (mode === "strict" && duplicates.length + warnings.length > 0) throw notStrict(scope, json, duplicates, warnings);
  for (const warning of [...duplicates, ...warnings]) sender.warn(warning);
  return object;
}

/** Go reports all problems in a YAML text as one error with several lines. */
function notStrict(
  scope: RequestScope,
  text: string,
  duplicates: readonly string[],
  warnings: readonly string[],
): Error {
  const yaml =
    duplicates.length === 0 ? [] : [`yaml: unmarshal errors:${duplicates.map((line) => `\n  ${line}`).join("")}`];
  return badObject(scope, text, new StrictDecodingError([...yaml, ...warnings]).message);
}

/** A decoded object in the hub version, and the problems that its decoder found. */
interface Decoded {
  readonly object: APIObject;
  readonly warnings: readonly string[];
}

/**
 * Decodes a JSON text as an object of the scope, and converts it to the hub version.
 * @param parsed value of the text, if the caller has already parsed it. The function changes this
 * value in place.
 * @throws Error with the decoder's message, or KindMismatchError
 */
export function decodeVersioned(scope: RequestScope, text: string, mode: DecodeMode, parsed?: JSONValue): Decoded {
  const options = { defaults: scope.kind, mode };
  const { object, gvk, warnings } =
    text === "null"
      ? scope.decoder.decode("{}", options)
      : scope.decoder.decode(text, parsed === undefined ? options : { ...options, parsed });
  checkKind(scope, gvk);
  return { object: object as APIObject, warnings };
}

/**
 * Returns the 422 error for an object whose conversion to the hub version failed because a value
 * violates the rules of its type. Returns undefined for other errors, and if no value violates a
 * rule.
 */
export function invalidBeforeConversion(
  scope: RequestScope,
  error: unknown,
  validation: RequestValidation,
  old?: APIObject,
): StatusError | undefined {
  if (!(error instanceof HubConversionError)) return undefined;
  const errors = validation.unconvertedErrors(error.object, old);
  const { group, kind } = scope.kind;
  const { name = "" } = (error.object as APIObject).metadata;
  return errors.length === 0 ? undefined : newInvalid({ group, name: kind }, name, errors);
}

/** Error for a body that contains an object of another kind or version than the path requires. */
class KindMismatchError extends Error {
  override readonly name = "KindMismatchError";
  readonly gvk: GroupVersionKind;

  constructor(gvk: GroupVersionKind, message: string) {
    super(message);
    this.gvk = gvk;
  }
}

function decodeOrRefuse(
  scope: RequestScope,
  text: string,
  body: Buffer,
  mode: DecodeMode,
  validation: RequestValidation,
): Decoded {
  try {
    return decodeVersioned(scope, text, mode);
  } catch (error) {
    if (!(error instanceof KindMismatchError))
      throw invalidBeforeConversion(scope, error, validation) ?? badBody(scope, text, body, error);
    const { kind, version } = error.gvk;
    throw kind === scope.kind.kind
      ? newBadRequest(error.message)
      : cannotBeHandled(scope, kind, version, error.message);
  }
}

function badBody(scope: RequestScope, text: string, body: Buffer, error: unknown): Error {
  const message = (error as Error).message;
  if (
    /^(couldn't get version\/kind; |unexpected GroupVersion string: )/.test(message) ||
    error instanceof MissingKindError
  )
    return unrecognized(scope, message, body);
  return badObject(scope, text, message);
}

function badObject(scope: RequestScope, text: string, message: string): Error {
  const { apiVersion, kind } = claimed(text);
  const version = apiVersion === undefined ? scope.kind.version : (apiVersion.split("/").at(-1) ?? "");
  return cannotBeHandled(scope, kind ?? scope.kind.kind, version, message);
}

/** Returns the apiVersion and the kind of the object in a text. */
function claimed(text: string): { readonly apiVersion?: string; readonly kind?: string } {
  try {
    const { apiVersion, kind } = JSON.parse(text) as { apiVersion?: unknown; kind?: unknown };
    return {
      ...(typeof apiVersion === "string" && apiVersion !== "" ? { apiVersion } : {}),
      ...(typeof kind === "string" && kind !== "" ? { kind } : {}),
    };
  } catch {
    return {};
  }
}

function checkKind(scope: RequestScope, gvk: GroupVersionKind): void {
  const { kind, group, version } = scope.kind;
  if (gvk.kind !== kind || gvk.group !== group) {
    throw new KindMismatchError(
      gvk,
      `converting (${gvk.version}.${gvk.kind}) to (${version}.${kind}): unknown conversion`,
    );
  }
  if (gvk.version === version) return;
  const text = `the API version in the data (${groupVersionString(gvk)}) does not match the expected API version (${groupVersionString(scope.kind)})`;
  throw new KindMismatchError(gvk, text);
}

function cannotBeHandled(scope: RequestScope, kind: string, version: string, why: string): Error {
  const subject = `${kind} in version ${goQuote(version)}`;
  return newBadRequest(`${subject} cannot be handled as a ${scope.kind.kind}: ${withPlainAdvice(why)}`);
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

function checkDepth(scope: RequestScope, json: string, body: Buffer): void {
  try {
    checkJSONDepth(json);
  } catch (error) {
    throw unrecognized(scope, `couldn't get version/kind; json parse error: ${(error as Error).message}`, body);
  }
}

async function fromYAML(scope: RequestScope, body: Buffer, user: string): Promise<ReadYAML> {
  try {
    return await readYAMLBody(body.toString("utf8"), user);
  } catch (error) {
    throw error instanceof StatusError ? error : unrecognized(scope, (error as Error).message, body);
  }
}
