import {
  LargeNumberError,
  StrictDecodingError,
  field,
  jsonBody,
  stringifyJSON,
  type JSONValue,
} from "@apimachinery/runtime";
import { newBadRequest, newInvalid, newNotFound, type StatusError } from "../../errors/index.js";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import type { APIRequest } from "../../request/api-request.js";
import type { Response } from "../../http/types.js";
import type { APIObject } from "../../request/api-object.js";
import type { RequestValidation } from "../../request/request-validation.js";
import { decodeVersioned, invalidBeforeConversion } from "../decode-body.js";
import { bodyLimit } from "../read-body.js";
import { checkJSONDepth } from "../../util/nesting.js";
import { applyUpdate, checkName, placeInNamespace, trackFields } from "./write-steps.js";
import { negotiateResource, objectResponse } from "../respond.js";
import { resourceOf, type RequestScope } from "../scope.js";
import { patchOptions, type WriteOptions } from "../write-options.js";
import { parsePatch } from "../patch/parse-patch.js";
import type { ReadPatch } from "../patch/patch-types.js";
import type { Patch, PatchText } from "../patch/read-patch.js";

/**
 * Applies a patch to the current object in the request's version. The result is stored like an
 * update.
 */
export async function patchObject(scope: RequestScope, read: ReadPatch, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const body = await request.readBody(bodyLimit);
  const options = patchOptions(request.query);
  const text = body.toString("utf8");
  const patch = readEachTime(read, { text, value: parse(text), mode: options.mode });
  request.audit?.sentPatch(text);
  const validation = scope.newValidation();
  const { object } = await applyUpdate(scope, request, options, validation, (current) => {
    if (current === undefined) throw newNotFound(resourceOf(scope), request.info.name);
    return patchedObject(scope, request, options, validation, current, patch());
  });
  return objectResponse(scope, request, negotiated, 200, object);
}

/**
 * Returns a function that returns a new patch for each attempt to update the object. Each later
 * call parses the text again, because the patched object contains parts of the patch and is changed
 * in place.
 */
function readEachTime(read: ReadPatch, { text, value, mode }: PatchText): () => Patch {
  let unused: JSONValue | undefined = value;
  return () => {
    const patch = read({ text, value: unused ?? parse(text), mode });
    unused = undefined;
    return patch;
  };
}

function patchedObject(
  scope: RequestScope,
  request: APIRequest,
  options: WriteOptions,
  validation: RequestValidation,
  current: APIObject,
  patch: Patch,
): APIObject {
  const target = JSON.parse(scope.encoder.object(current).toString("utf8")) as JSONValue;
  const object = decodePatched(scope, request, options, validation, current, patch, apply(patch, target));
  placeInNamespace(scope, request, object);
  checkName(request.info.name, object);
  trackFields(scope, current, object, options, request);
  return object;
}

/** The object after the patch, as a JSON text. */
interface Patched {
  readonly text: string;
  /**
   * Parsed value of the text; undefined if the text has numbers of the patch that JavaScript would
   * print with other characters. The decoder changes it in place.
   */
  readonly value: JSONValue | undefined;
}

function apply(patch: Patch, target: JSONValue): Patched {
  try {
    const value = patch.apply(target);
    const fault = patch.faultIn(value);
    if (fault !== undefined) throw invalidPatch(fault.shown, fault.why);
    // A patch with copy operations can produce an object that is nested more deeply than the patch
    // itself.
    return { text: checked(stringifyJSON(value)), value: patch.hasLiterals ? undefined : value };
  } catch (error) {
    // The object is nested so deeply that JSON.stringify exceeds the call stack.
    if (error instanceof RangeError) throw newBadRequest("invalid JSON patch");
    throw error;
  }
}

/**
 * Decodes the object after the patch. Errors are reported as errors of the patch, because the
 * object was valid before.
 */
function decodePatched(
  scope: RequestScope,
  request: APIRequest,
  { mode }: WriteOptions,
  validation: RequestValidation,
  current: APIObject,
  patch: Patch,
  { text, value }: Patched,
): APIObject {
  const refuse = (why: string) => invalidPatch(patch.shown(text), why);
  const body = jsonBody(text, value);
  validation.setSent(body.sent);
  const { object, warnings } = decoded();
  const findings = [...new Set([...patch.findings, ...warnings])];
  if (mode === "strict" && findings.length > 0) throw refuse(new StrictDecodingError(findings).message);
  for (const finding of findings) request.warnings.add(finding);
  return object;

  function decoded(): ReturnType<typeof decodeVersioned> {
    try {
      return decodeVersioned(scope, body, mode === "ignore" ? "ignore" : "warn");
    } catch (error) {
      if (error instanceof LargeNumberError)
        throw newBadRequest(`error decoding patch: ${withPlainAdvice(error.message)}`);
      throw invalidBeforeConversion(scope, error, validation, current) ?? refuse((error as Error).message);
    }
  }
}

function invalidPatch(shown: string, why: string): StatusError {
  return newInvalid({ group: "", name: "" }, "", [field.invalid(field.newPath("patch"), shown, withPlainAdvice(why))]);
}

function parse(text: string): JSONValue {
  try {
    return parsePatch(checked(text));
  } catch {
    throw newBadRequest("invalid JSON patch");
  }
}

/**
 * Returns the text unchanged.
 * @throws StatusError 400 if it is nested too deeply
 */
function checked(text: string): string {
  try {
    checkJSONDepth(text);
  } catch {
    throw newBadRequest("invalid JSON patch");
  }
  return text;
}
