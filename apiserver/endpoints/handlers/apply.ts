import {
  stringifyJSON,
  valueBody,
  type JSONValue,
  type RequestValidation,
  decodeJSON,
  parseExactJSON,
  wellFormedJSON,
  type JSONObject,
  type Schema,
} from "@apimachinery/runtime";
import { newBadRequest, newConflict, StatusError } from "../../errors/index.js";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import type { Response } from "../../http/types.js";
import { wipeSystemFields } from "../../registry/before-write.js";
import type { APIObject } from "../../request/api-object.js";
import type { APIRequest } from "../../request/api-request.js";
import { decodeVersioned, invalidBeforeConversion } from "../decode-body.js";
import { bodyLimit, maxBodyItems } from "../read-body.js";
import type { FieldTracker } from "../field-tracker.js";
import { negotiateResource, objectResponse } from "../respond.js";
import { isCBORApply } from "../patch/patch-types.js";
import { groupResourceOf, type RequestScope } from "../scope.js";
import { applyOptions, type ApplyRequestOptions } from "../write-options.js";
import { applyUpdate, checkName, placeInNamespace } from "./write-steps.js";
import { readCBOR } from "@apimachinery/runtime/cbor";
import { readYAMLBody } from "../../yaml/body.js";
import { yamlText } from "../../yaml/yaml-text.js";
import { goJSONTypeOf } from "../go-type-of.js";
import { checkDepth, checkJSONDepth } from "../../util/nesting.js";
import { orThrow } from "../../util/or-throw.js";

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
    : await readAppliedConfiguration(body, request.user.name);
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
 * @throws StatusError 400 for duplicate keys in the mode `strict`
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

/** The configuration in the body of a server-side apply. */
interface AppliedConfiguration {
  readonly value: JSONObject;
  /** Messages for the keys that occur twice, such as `line 5: key "x" already set in map`. */
  readonly duplicates: readonly string[];
}

const mapSchema: Schema<JSONObject> = {
  name: "map[string]interface {}",
  value: { type: "map", values: { type: "any" } },
};

/**
 * Reads the body of a server-side apply, which is YAML or JSON.
 * @param user name of the user that sent the request
 * @throws StatusError 400 for a body that is not an object
 */
async function readAppliedConfiguration(bytes: Buffer, user: string): Promise<AppliedConfiguration> {
  const body = orThrow(
    () => yamlText(bytes),
    (message) => unreadable(bytes.toString("utf8"), message),
  );
  const plain = jsonWithoutDuplicates(body);
  if (plain !== undefined) return { value: plain, duplicates: [] };
  const { json, duplicates } = await readYAMLBody(body, user).catch((error: unknown) => {
    throw error instanceof StatusError ? error : unreadable(body, (error as Error).message);
  });
  const value = orThrow(() => {
    checkJSONDepth(json);
    // Large integers keep all their digits, so that the decoder of the applied object can refuse
    // them.
    return parseExactJSON(wellFormedJSON(json)) as JSONValue;
  }, undecodable);
  return { value: configurationOf(value), duplicates };
}

/**
 * Reads the body of a server-side apply in CBOR.
 * @throws StatusError 400 for a body that is not an object
 */
function readCBORConfiguration(body: Buffer): AppliedConfiguration {
  const value = orThrow(() => {
    const read = readCBOR(body, { itemLimit: maxBodyItems }, "bigint").value;
    checkDepth(read);
    return read;
  }, undecodable);
  return { value: configurationOf(value as JSONValue), duplicates: [] };
}

function configurationOf(value: JSONValue): JSONObject {
  if (value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value;
  throw newBadRequest(
    withPlainAdvice(
      `error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${goJSONTypeOf(value)} into Go value of type map[string]interface {}`,
    ),
  );
}

/**
 * Returns the value of a JSON object without duplicate keys; undefined for any other body, which is
 * then parsed as YAML. Clients usually send JSON, and its parser is a hundred times faster than
 * that of YAML.
 */
function jsonWithoutDuplicates(text: string): JSONObject | undefined {
  if (!startsAsObject(text)) return undefined;
  try {
    checkJSONDepth(text);
    const { value, warnings } = decodeJSON(mapSchema, text, "warn", "bigint");
    return warnings.length === 0 ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the 400 error for an unreadable body. As in Go, its prefix depends on whether the body
 * looks like JSON.
 */
function unreadable(body: string, message: string): StatusError {
  return newBadRequest(
    startsAsObject(body)
      ? `error decoding patch: error converting YAML to JSON: ${message}`
      : `error encoding patch: ${message}`,
  );
}

function startsAsObject(text: string): boolean {
  return /^\s*\{/.test(text);
}

function undecodable(message: string): StatusError {
  return newBadRequest(`error decoding patch: ${message}`);
}
