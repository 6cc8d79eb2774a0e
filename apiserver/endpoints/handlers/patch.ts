import {
  LargeNumberError,
  StrictDecodingError,
  field,
  stringifyJSON,
  valueBody,
  wellFormedJSON,
  type JSONValue,
  type RequestValidation,
} from "@apimachinery/runtime";
import { newBadRequest, newInvalid, newNotFound, type StatusError } from "../../errors/index.js";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import type { APIRequest } from "../../request/api-request.js";
import type { Response } from "../../http/types.js";
import type { APIObject } from "../../request/api-object.js";
import { decodeVersioned, invalidBeforeConversion } from "../decode-body.js";
import { bodyLimit } from "../read-body.js";
import { checkDepth, checkJSONDepth } from "../../util/nesting.js";
import { applyUpdate, checkName, placeInNamespace, trackFields } from "./write-steps.js";
import { negotiateResource, objectResponse } from "../respond.js";
import { groupResourceOf, type RequestScope } from "../scope.js";
import { patchOptions, type WriteRequestOptions } from "../write-options.js";
import { parsePatch } from "../patch/parse-patch.js";
import type { ReadPatch } from "../patch/patch-types.js";
import type { ParsedPatch } from "../patch/read-patch.js";

/**
 * Handles a patch: applies it to the current object in the request's version, and stores the result
 * like an update.
 */
export async function patchObject(scope: RequestScope, read: ReadPatch, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const body = await request.readBody(bodyLimit);
  const options = patchOptions(request.query);
  const sent = body.toString("utf8");
  const text = wellFormedJSON(sent);
  const value = parse(text);
  request.audit?.sentPatch(() => sent);
  const validation = scope.newValidation();
  // The type of the patch reads its value only after the object was found. All attempts to update
  // the object use the same parsed patch.
  let patch: ParsedPatch | undefined;
  const { object } = await applyUpdate(scope, request, options, validation, (current) => {
    if (current === undefined) throw newNotFound(groupResourceOf(scope), request.info.name);
    patch ??= read({ text, value, mode: options.mode });
    return patchedObject(scope, request, options, validation, current, patch);
  });
  return objectResponse(scope, request, negotiated, 200, object);
}

function patchedObject(
  scope: RequestScope,
  request: APIRequest,
  options: WriteRequestOptions,
  validation: RequestValidation,
  current: APIObject,
  patch: ParsedPatch,
): APIObject {
  const patched = apply(patch, scope.encoder.value(current));
  const object = decodePatched(scope, request, options, validation, current, patch, patched);
  placeInNamespace(scope, request, object);
  checkName(request.info.name, object);
  trackFields(scope, current, object, options, request);
  return object;
}

function apply(patch: ParsedPatch, target: JSONValue): JSONValue {
  try {
    const value = patch.apply(target);
    const problem = patch.faultIn(value);
    if (problem !== undefined) throw invalidPatch(problem.shown, problem.why);
    // Copy operations can nest the result more deeply than the patch itself.
    orInvalid(() => checkDepth(value));
    return value;
  } catch (error) {
    // A RangeError means that the object is nested too deeply to be copied within the call stack.
    if (error instanceof RangeError) throw newBadRequest("invalid JSON patch");
    throw error;
  }
}

/**
 * Decodes the patched object. Its errors are reported as errors of the patch, because the object
 * was valid before the patch.
 */
function decodePatched(
  scope: RequestScope,
  request: APIRequest,
  { mode }: WriteRequestOptions,
  validation: RequestValidation,
  current: APIObject,
  patch: ParsedPatch,
  patched: JSONValue,
): APIObject {
  const refuse = (why: string) =>
    invalidPatch(
      patch.shown(() => stringifyJSON(patched)),
      why,
    );
  const body = valueBody(patched);
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
  return orInvalid(() => {
    checkJSONDepth(text);
    return parsePatch(text);
  });
}

/**
 * Returns the result of a function.
 * @throws StatusError 400 if the function fails
 */
function orInvalid<T>(check: () => T): T {
  try {
    return check();
  } catch {
    throw newBadRequest("invalid JSON patch");
  }
}
