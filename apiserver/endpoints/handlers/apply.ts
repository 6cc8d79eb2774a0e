import { stringifyJSON, valueBody, type JSONValue, type RequestValidation } from "@apimachinery/runtime";
import { newBadRequest, newConflict } from "../../errors/index.js";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import type { Response } from "../../http/types.js";
import { wipeSystemFields } from "../../registry/before-create.js";
import type { APIObject } from "../../request/api-object.js";
import type { APIRequest } from "../../request/api-request.js";
import { readCBORConfiguration, readAppliedConfiguration, type AppliedConfiguration } from "../apply-body.js";
import { decodeVersioned, invalidBeforeConversion } from "../decode-body.js";
import { bodyLimit } from "../read-body.js";
import type { FieldTracker } from "../field-tracker.js";
import { negotiateResource, objectResponse } from "../respond.js";
import { isCBORApply } from "../patch/patch-types.js";
import { groupResourceOf, type RequestScope } from "../scope.js";
import { applyOptions, type ApplyRequestOptions } from "../write-options.js";
import { applyUpdate, checkName, placeInNamespace } from "./write-steps.js";

/**
 * Handles a server-side apply: merges the configuration into the stored object, in the request's
 * version. Creates the object if it does not exist.
 */
export async function applyObject(scope: RequestScope, fields: FieldTracker, request: APIRequest): Promise<Response> {
  const negotiated = negotiateResource(scope, request);
  const body = await request.readBody(bodyLimit);
  const options = applyOptions(request.query);
  const configuration = isCBORApply(request.header("content-type"))
    ? readCBORConfiguration(body)
    : await readAppliedConfiguration(body.toString("utf8"), request.user.name);
  request.audit?.sentPatch(() => stringifyJSON(configuration.value));
  const validation = scope.newValidation();
  const make = (current: APIObject | undefined): APIObject => {
    const object = merged(scope, fields, options, validation, current, configuration);
    report(configuration, options, request);
    if (current === undefined) checkNewObject(scope, request, object);
    placeInNamespace(scope, request, object);
    checkName(request.info.name, object);
    return object;
  };
  const { object, isNew } = await applyUpdate(scope, request, options, validation, make, {
    mayCreate: true,
    keepsManagers: true,
  });
  return objectResponse(scope, request, negotiated, isNew ? 201 : 200, object);
}

function merged(
  scope: RequestScope,
  fields: FieldTracker,
  options: ApplyRequestOptions,
  validation: RequestValidation,
  current: APIObject | undefined,
  { value }: AppliedConfiguration,
): APIObject {
  const decode = (result: JSONValue): APIObject => {
    const body = valueBody(result);
    validation.setSent(body.sent);
    try {
      // A new object gets the zero values of its type in addition to the configuration.
      return decodeVersioned(scope, body, "ignore", current === undefined ? structuredClone(value) : undefined).object;
    } catch (error) {
      throw (
        invalidBeforeConversion(scope, error, validation, current) ??
        newBadRequest(`failed to convert new typed object to object: ${withPlainAdvice((error as Error).message)}`)
      );
    }
  };
  return fields.apply(current, value, options, decode);
}

/**
 * Reports duplicate keys: as an error in the mode `strict`, as warnings in the mode `warn`, and not
 * at all in the mode `ignore`.
 * @throws StatusError 400
 */
function report({ duplicates }: AppliedConfiguration, { mode }: ApplyRequestOptions, request: APIRequest): void {
  if (duplicates.length === 0 || mode === "ignore") return;
  if (mode === "strict") {
    const lines = duplicates.map((line) => `\n  ${line}`).join("");
    throw newBadRequest(`error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:${lines}`);
  }
  for (const duplicate of duplicates) request.warnings.add(duplicate);
}

/**
 * Removes the metadata that only the server sets, in place.
 * @throws StatusError 409 if the configuration has a uid, because the object with this uid does not
 *   exist any more
 */
function checkNewObject(scope: RequestScope, { info }: APIRequest, { metadata }: APIObject): void {
  const { uid = "" } = metadata;
  if (uid !== "") {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw newConflict(groupResourceOf(scope), info.name, why);
  }
  wipeSystemFields(metadata);
}
