import { field } from "@apimachinery/runtime";
import type { JSONValue } from "@apimachinery/runtime";
import { newBadRequest, newInvalid, newRouteUnsupportedMediaType, StatusError } from "../../errors/index.js";
import type { APIRequest } from "../../filters/context.js";
import type { Answer } from "../../http/exchange.js";
import { essenceOf } from "../../negotiation/media-types.js";
import { isTruthy } from "../../http/request-info.js";
import type { APIObject } from "../../registry/api-object.js";
import { bodyLimit, decodeObject } from "../decode-body.js";
import { checkName, placeInNamespace, replace } from "../request-path.js";
import { negotiateResource, objectAnswer } from "../respond.js";
import type { RequestScope } from "../scope.js";
import { invalidOptions, writeOptions } from "../write-options.js";
import type { WriteOptions } from "../write-options.js";
import { jsonPatch } from "./json-patch.js";
import { mergePatch } from "./merge-patch.js";

type Apply = (target: JSONValue, patch: JSONValue) => JSONValue;

/** The kinds of patches that are understood. */
const patchTypes: Readonly<Record<string, Apply>> = {
  "application/json-patch+json": jsonPatch,
  "application/merge-patch+json": (target, patch) => {
    if (patch === null) throw newBadRequest("Invalid JSON Patch");
    if (typeof patch === "object" && !Array.isArray(patch)) return mergePatch(target, patch);
    const type = Array.isArray(patch) ? "array" : typeof patch;
    throw newBadRequest(`error decoding patch: json: cannot unmarshal ${type} into Go value of type map[string]interface {}`);
  },
};

/** Whether there is a patch of a request's type: the router asks, before anything is read. */
export function checkPatchType(request: APIRequest): void {
  if (applyOf(request) === undefined) throw newRouteUnsupportedMediaType();
}

/** Applies a patch to the object as it is in the request's version; what comes of it goes the way of an update. */
export async function patchObject(scope: RequestScope, request: APIRequest): Promise<Answer> {
  const negotiated = negotiateResource(request);
  const options = writeOptions(request.query, "PatchOptions");
  const apply = applyOf(request);
  if (apply === undefined) throw newRouteUnsupportedMediaType();
  if (request.query.has("force") && isTruthy(request.query.get("force"))) {
    throw invalidOptions("PatchOptions", [field.forbidden(field.newPath("force"), "may not be specified for non-apply patch")]);
  }
  const patch = parse(await request.readBody(bodyLimit));
  const { object, isNew } = await replace(scope, request, options, (current) =>
    patchedObject(scope, request, options, current, (target) => apply(target, patch)),
  );
  return objectAnswer(scope, request, negotiated, isNew ? 201 : 200, object);
}

function patchedObject(
  scope: RequestScope,
  request: APIRequest,
  { mode }: WriteOptions,
  current: APIObject | undefined,
  apply: (target: JSONValue) => JSONValue,
): APIObject {
  const target = current === undefined ? {} : (JSON.parse(scope.encoder.object(current).toString("utf8")) as JSONValue);
  const text = JSON.stringify(apply(target));
  const object = decodePatched(scope, text, mode, (warning) => {
    request.warnings.add(warning);
  });
  checkName(request.info.name, object);
  placeInNamespace(scope, request, object);
  return object;
}

/** What a patch has made of an object may be none any more; then it is the patch that is wrong. */
function decodePatched(scope: RequestScope, text: string, mode: WriteOptions["mode"], warn: (text: string) => void): APIObject {
  try {
    return decodeObject(scope, Buffer.from(text, "utf8"), "application/json", mode, warn);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const [, why = error.message] = /cannot be handled as a \w+: (.*)$/s.exec(error.message) ?? [];
    throw newInvalid({ group: "", name: "" }, "", [field.invalid(field.newPath("patch"), text, why)]);
  }
}

function applyOf(request: APIRequest): Apply | undefined {
  const type = essenceOf(request.header("content-type"));
  return Object.hasOwn(patchTypes, type) ? patchTypes[type] : undefined;
}

function parse(body: Buffer): JSONValue {
  try {
    return JSON.parse(body.toString("utf8")) as JSONValue;
  } catch {
    throw newBadRequest("invalid JSON patch");
  }
}
