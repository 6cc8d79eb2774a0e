import { StrictDecodingError, field, type JSONValue } from "@apimachinery/runtime";
import { newBadRequest, newInvalid, newNotFound } from "../../errors/index.js";
import type { APIRequest } from "../../filters/context.js";
import type { Answer } from "../../http/types.js";
import type { APIObject } from "../../registry/api-object.js";
import { bodyLimit, decodeVersioned } from "../decode-body.js";
import { checkJSONDepth } from "../nesting.js";
import { checkName, placeInNamespace, replace } from "../request-path.js";
import { negotiateResource, objectAnswer } from "../respond.js";
import { resourceOf, type RequestScope } from "../scope.js";
import { patchOptions, type WriteOptions } from "../write-options.js";
import { patchTypeOf, type ReadPatch } from "./patch-types.js";
import type { Patch, PatchText } from "./read-patch.js";

/**
 * Applies a patch to the object as it is in the request's version; what comes of it goes the way of
 * an update.
 */
export async function patchObject(scope: RequestScope, request: APIRequest): Promise<Answer> {
  const negotiated = negotiateResource(request);
  const read = patchTypeOf(scope.patchTypes, request.header("content-type"));
  const body = await request.readBody(bodyLimit);
  const options = patchOptions(request.query);
  const text = body.toString("utf8");
  const patch = readOnce(read, { text, value: parse(text), mode: options.mode });
  const { object } = await replace(scope, request, options, (current) => {
    if (current === undefined) throw newNotFound(resourceOf(scope), request.info.name);
    return patchedObject(scope, request, options, current, patch());
  });
  return objectAnswer(scope, request, negotiated, 200, object);
}

/** A patch is looked at when there is something to patch, however often that is tried. */
function readOnce(read: ReadPatch, text: PatchText): () => Patch {
  let patch: Patch | undefined;
  return () => (patch ??= read(text));
}

function patchedObject(
  scope: RequestScope,
  request: APIRequest,
  options: WriteOptions,
  current: APIObject,
  patch: Patch,
): APIObject {
  const target = JSON.parse(scope.encoder.object(current).toString("utf8")) as JSONValue;
  const object = decodePatched(scope, request, options, patch, textOf(patch, target));
  placeInNamespace(scope, request, object);
  checkName(request.info.name, object);
  return object;
}

function textOf(patch: Patch, target: JSONValue): string {
  try {
    const text = JSON.stringify(patch.apply(target));
    // Copies of a patch nest, too.
    return checked(text);
  } catch (error) {
    // Nested deeper than the stack.
    if (error instanceof RangeError) throw newBadRequest("invalid JSON patch");
    throw error;
  }
}

/** What a patch has made of an object may be none any more; then it is the patch that is wrong. */
function decodePatched(
  scope: RequestScope,
  request: APIRequest,
  { mode }: WriteOptions,
  patch: Patch,
  text: string,
): APIObject {
  const refuse = (why: string) =>
    newInvalid({ group: "", name: "" }, "", [field.invalid(field.newPath("patch"), patch.shown(text), why)]);
  const { object, warnings } = decoded();
  const findings = [...new Set([...patch.findings, ...warnings])];
  if (mode === "strict" && findings.length > 0) throw refuse(new StrictDecodingError(findings).message);
  for (const finding of findings) request.warnings.add(finding);
  return object;

  function decoded(): ReturnType<typeof decodeVersioned> {
    try {
      return decodeVersioned(scope, text, mode === "ignore" ? "ignore" : "warn");
    } catch (error) {
      throw refuse(patch.faultIn(text) ?? (error as Error).message);
    }
  }
}

function parse(text: string): JSONValue {
  try {
    return JSON.parse(checked(text)) as JSONValue;
  } catch {
    throw newBadRequest("invalid JSON patch");
  }
}

/** The text itself. @throws StatusError 400 for one that is nested too deep */
function checked(text: string): string {
  try {
    checkJSONDepth(text);
  } catch {
    throw newBadRequest("invalid JSON patch");
  }
  return text;
}
