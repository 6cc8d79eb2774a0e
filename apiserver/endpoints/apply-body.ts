import {
  decodeJSON,
  parseExactJSON,
  wellFormedJSON,
  type JSONObject,
  type JSONValue,
  type Schema,
} from "@apimachinery/runtime";
import { readCBOR } from "@apimachinery/runtime/cbor";
import { newBadRequest, StatusError } from "../errors/index.js";
import { withPlainAdvice } from "../errors/plain-advice.js";
import { readYAMLBody } from "../yaml/body.js";
import { goJSONTypeOf } from "./go-type-of.js";
import { checkDepth as checkValueDepth, checkJSONDepth } from "../util/nesting.js";
import { maxBodyItems } from "./read-body.js";

/** A configuration that a client applies. */
export interface AppliedConfiguration {
  readonly value: JSONObject;
  /** Descriptions of the keys that occur twice, such as `line 5: key "x" already set in map`. */
  readonly duplicates: readonly string[];
}

const mapSchema: Schema<JSONObject> = {
  name: "map[string]interface {}",
  value: { type: "map", values: { type: "any" } },
};

/**
 * Reads the body of a server-side apply, which is YAML or JSON.
 * @param user name of the user that sent the request
 * @throws StatusError 400 for a string that is not an object
 */
export async function readAppliedConfiguration(body: string, user: string): Promise<AppliedConfiguration> {
  const value = jsonWithoutDuplicates(body);
  if (value !== undefined) return { value, duplicates: [] };
  const { json, duplicates } = await readYAMLBody(body, user).catch((error: unknown) => {
    throw error instanceof StatusError ? error : unreadable(body, (error as Error).message);
  });
  checkDepth(() => {
    checkJSONDepth(json);
  });
  return { value: configurationOf(parse(wellFormedJSON(json))), duplicates };
}

/**
 * Reads the body of a server-side apply in CBOR.
 * @throws StatusError 400 for bytes that are not an object
 */
export function readCBORConfiguration(body: Buffer): AppliedConfiguration {
  let value: unknown;
  try {
    ({ value } = readCBOR(body, { maxItems: maxBodyItems }, "bigint"));
  } catch (error) {
    throw newBadRequest(`error decoding patch: ${(error as Error).message}`);
  }
  checkDepth(() => {
    checkValueDepth(value);
  });
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

/** Keeps the digits of large integers, so that the decoder of the applied object refuses them. */
function parse(text: string): JSONValue {
  try {
    return parseExactJSON(text) as JSONValue;
  } catch (error) {
    throw newBadRequest(`error decoding patch: ${(error as Error).message}`);
  }
}

/**
 * Returns the value of a JSON object without duplicate keys; undefined for any other string, which
 * the parser of YAML reads or refuses. Clients usually send JSON, whose parser is a hundred times
 * faster.
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
 * If the body does not look like JSON, Go first converts it from YAML; that error has this prefix.
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

function checkDepth(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw newBadRequest(`error decoding patch: ${(error as Error).message}`);
  }
}
