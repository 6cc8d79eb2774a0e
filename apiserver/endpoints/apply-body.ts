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

/** The configuration in the body of a server-side apply. */
export interface AppliedConfiguration {
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
 * @throws StatusError 400 for a body that is not an object
 */
export function readCBORConfiguration(body: Buffer): AppliedConfiguration {
  let value: unknown;
  try {
    ({ value } = readCBOR(body, { itemLimit: maxBodyItems }, "bigint"));
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

/**
 * Parses JSON. Large integers keep all their digits, so that the decoder of the applied object can
 * refuse them.
 */
function parse(text: string): JSONValue {
  try {
    return parseExactJSON(text) as JSONValue;
  } catch (error) {
    throw newBadRequest(`error decoding patch: ${(error as Error).message}`);
  }
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

function checkDepth(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw newBadRequest(`error decoding patch: ${(error as Error).message}`);
  }
}
