import {
  HubConversionError,
  MissingKindError,
  StrictDecodingError,
  goQuote,
  groupVersionString,
  type Body,
  type DecodeMode,
  type GroupVersionKind,
  type JSONValue,
  type RequestValidation,
} from "@apimachinery/runtime";
import { newBadRequest, newInvalid, type StatusError } from "../errors/index.js";
import { withPlainAdvice } from "../errors/plain-advice.js";
import type { MediaType } from "../negotiation/media-types.js";
import type { APIObject } from "../request/api-object.js";
import { readScopeBody, unrecognized } from "./read-body.js";
import type { RequestScope } from "./scope.js";

/**
 * Parts of a request that the decoder of its body needs: the name of the user, and a callback for
 * warnings.
 */
export interface Sender {
  readonly user: string;
  warn(text: string): void;
}

/**
 * Decodes the object of a request, sets the defaults of its version, and converts it to the hub
 * version. If the body has no kind or apiVersion, the kind and apiVersion of the scope are used.
 * With field validation `Warn`, problems such as unknown fields become warnings for the client.
 * @param validation records the fields that the client has sent
 * @throws StatusError 400 for an invalid body, 413 for a body that is too large
 * @throws StatusError 422 if the object cannot be converted because a value violates the rules of
 * its type
 */
export async function decodeBodyObject(
  scope: RequestScope,
  bytes: Buffer,
  type: MediaType,
  mode: DecodeMode,
  sender: Sender,
  validation: RequestValidation,
): Promise<APIObject> {
  const { body, duplicates } = await readScopeBody(scope, bytes, type, sender.user);
  validation.setSent(body.sent);
  const decoded = decodeOrRefuse(scope, body, bytes, mode === "ignore" ? "ignore" : "warn", validation);
  const { object, warnings } = decoded;
  if (mode === "ignore") return object;
  if (mode === "strict" && duplicates.length + warnings.length > 0)
    throw notStrict(scope, claimed(body), duplicates, warnings);
  for (const warning of [...duplicates, ...warnings]) sender.warn(warning);
  return object;
}

/**
 * Returns the error of strict field validation. As in Go, all duplicate keys of a YAML body are one
 * error with several lines.
 */
function notStrict(
  scope: RequestScope,
  kind: ClaimedKind,
  duplicates: readonly string[],
  warnings: readonly string[],
): Error {
  const yaml =
    duplicates.length === 0 ? [] : [`yaml: unmarshal errors:${duplicates.map((line) => `\n  ${line}`).join("")}`];
  return badObject(scope, kind, new StrictDecodingError([...yaml, ...warnings]).message);
}

/** A decoded object in the hub version, and the warnings of its decoder. */
interface Decoded {
  readonly object: APIObject;
  readonly warnings: readonly string[];
}

/**
 * Decodes a body as an object of the scope's kind, and converts it to the hub version. Changes the
 * value of the body in place.
 * @param sent value that the client sent, if the body contains zero values in addition to it
 * @throws Error with the decoder's message, or KindMismatchError
 */
export function decodeVersioned(scope: RequestScope, body: Body, mode: DecodeMode, sent?: JSONValue): Decoded {
  const given = "value" in body && body.value === null ? { ...body, value: {} } : body;
  const { object, gvk, warnings } = scope.decoder.decodeBody(given, {
    ...{ defaults: scope.kind, mode },
    ...(sent === undefined ? {} : { sent }),
  });
  checkKind(scope, gvk);
  return { object: object as APIObject, warnings };
}

/**
 * Returns the 422 error for an object whose conversion to the hub version failed because a value
 * violates the rules of its type. Returns undefined for any other error, and if no rule is
 * violated.
 * @param old the stored object; undefined for a create
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

/** Error for a body whose object has another kind or version than the request path requires. */
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
  body: Body,
  bytes: Buffer,
  mode: DecodeMode,
  validation: RequestValidation,
): Decoded {
  try {
    return decodeVersioned(scope, body, mode);
  } catch (error) {
    if (!(error instanceof KindMismatchError))
      throw invalidBeforeConversion(scope, error, validation) ?? badBody(scope, claimed(body), bytes, error);
    const { kind, version } = error.gvk;
    throw kind === scope.kind.kind
      ? newBadRequest(error.message)
      : cannotBeHandled(scope, kind, version, error.message);
  }
}

function badBody(scope: RequestScope, kind: ClaimedKind, bytes: Buffer, error: unknown): Error {
  const message = (error as Error).message;
  if (
    /^(couldn't get version\/kind; |unexpected GroupVersion string: )/.test(message) ||
    error instanceof MissingKindError
  )
    return unrecognized(scope, message, bytes);
  return badObject(scope, kind, message);
}

function badObject(scope: RequestScope, { apiVersion, kind }: ClaimedKind, message: string): Error {
  const version = apiVersion === undefined ? scope.kind.version : (apiVersion.split("/").at(-1) ?? "");
  return cannotBeHandled(scope, kind ?? scope.kind.kind, version, message);
}

/** apiVersion and kind in a body. */
interface ClaimedKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

function claimed(body: Body): ClaimedKind {
  const { apiVersion, kind } = (("object" in body ? body.object : body.value) ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    ...(typeof apiVersion === "string" && apiVersion !== "" ? { apiVersion } : {}),
    ...(typeof kind === "string" && kind !== "" ? { kind } : {}),
  };
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
