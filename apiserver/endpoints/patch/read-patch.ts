import {
  StrategicMergePatchError,
  decodeJSON,
  decodeParsed,
  goPrint,
  parseExactJSON,
  strategicMergePatch,
  type DecodeMode,
  type Decoded,
  type JSONValue,
  type Schema,
  type TypeSchema,
} from "@apimachinery/runtime";
import { newBadRequest, newGenericInvalid, newRequestEntityTooLarge } from "../../errors/index.js";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import { goJSONTypeOf } from "../go-type-of.js";
import { JSONPatchError, applyJSONPatch } from "../../util/json-patch.js";
import { mergePatch } from "./merge-patch.js";
import { hasOddNumber } from "./parse-patch.js";
import { integralFloats, unstructuredProblem } from "./unstructured-problem.js";
import { orThrow } from "../../util/or-throw.js";

/** A parsed patch that can be applied to objects. */
export interface ParsedPatch {
  /**
   * Applies the patch and returns the patched object. May change the target. The result can share
   * parts with the target and with the patch, and can contain a `NumberLiteral` or a `bigint`.
   * @throws StatusError if the patch cannot be applied to the target
   */
  apply(target: JSONValue): JSONValue;
  /** Unknown and duplicate fields that field validation has found in the patch itself. */
  readonly findings: readonly string[];
  /**
   * Returns the value for the error message if the patched object is invalid.
   * @param result returns the patched object as JSON
   */
  shown(result: () => string): string;
  /**
   * Returns the error that Go reports for the patched object before decoding it; undefined if Go
   * reports no such error.
   */
  faultIn(result: JSONValue): ResultProblem | undefined;
}

/** Error in a patched object, with the value for the error message. */
export interface ResultProblem {
  readonly why: string;
  readonly shown: string;
}

/** A patch as a JSON string and as a value, with the mode of field validation. */
export interface PatchString {
  /** The JSON string, without lone surrogates. */
  readonly text: string;
  /** Result of `parsePatch` for `text`. */
  readonly value: JSONValue;
  readonly mode: DecodeMode;
}

/** Maximum number of operations in a JSON patch. */
const maxOperations = 10_000;

type PatchOperation = { readonly op: string; readonly path: string; readonly from: string; readonly value: unknown };
const operationSchema: Schema<PatchOperation> = {
  name: "handlers.jsonPatchOp",
  fields: { op: { type: "string" }, path: { type: "string" }, from: { type: "string" }, value: { type: "any" } },
};
const operationsSchema: Schema<PatchOperation[]> = {
  name: "[]handlers.jsonPatchOp",
  value: { type: "list", items: { type: "ref", to: () => operationSchema } },
};
const mapSchema: Schema<Record<string, unknown>> = {
  name: "map[string]interface {}",
  value: { type: "map", values: { type: "any" } },
};

/**
 * Parses a JSON patch.
 * @throws StatusError 400 for a value that is not a list of operations, 413 for too many operations
 */
export function readJSONPatch({ text, value, mode }: PatchString): ParsedPatch {
  const findings = findingsOf(
    () => decodeJSON(operationsSchema, text, "warn", "number"),
    text,
    mode,
    "error decoding patch: ",
  ).map((finding) => `json patch ${finding}`);
  if (!Array.isArray(value))
    throw newBadRequest(
      withPlainAdvice(`json: cannot unmarshal ${goJSONTypeOf(value)} into Go value of type jsonpatch.Patch`),
    );
  if (value.length > maxOperations)
    throw newRequestEntityTooLarge(
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${value.length}`,
    );
  return {
    apply: (target) => applied(target, value),
    findings,
    shown: (result) => result(),
    faultIn: () => undefined,
  };
}

function applied(target: JSONValue, patch: readonly JSONValue[]): JSONValue {
  try {
    return applyJSONPatch(target, patch);
  } catch (error) {
    if (error instanceof JSONPatchError) throw newGenericInvalid();
    throw error;
  }
}

/**
 * Parses a JSON merge patch.
 * @throws StatusError 400 for a value that is not an object
 */
export function readMergePatch({ text, value, mode }: PatchString): ParsedPatch {
  const findings = findingsOf(() => decodedMap(value, text), text, mode, "error decoding patch: ");
  if (!isObject(value)) throw newBadRequest("Invalid JSON Patch");
  return {
    apply: (target) => mergePatch(target, value),
    findings,
    shown: (result) => result(),
    faultIn: () => undefined,
  };
}

/**
 * Parses a strategic merge patch.
 * @throws StatusError 400 for a value that is not an object. The method `apply` of the result
 * throws 400 for invalid directives, and 422 for changes that cannot be applied.
 */
export function readStrategicMergePatch(patch: PatchString, schema: TypeSchema): ParsedPatch {
  const { text, mode } = patch;
  // Numbers are decoded before the merge, so that 1.0 becomes 1. Go does the same for this type of
  // patch.
  const value = hasOddNumber(text) ? orThrow(() => parseExactJSON(text) as JSONValue, newBadRequest) : patch.value;
  const findings = findingsOf(() => decodedMap(value, text), text, mode, "");
  if (value !== null && !isObject(value))
    throw newBadRequest(
      withPlainAdvice(`json: cannot unmarshal ${goJSONTypeOf(value)} into Go value of type map[string]interface {}`),
    );
  return {
    apply: (target) => merged(target, value ?? {}, schema),
    findings,
    shown: () => goPrint(value ?? {}),
    faultIn: (result) => {
      const why = unstructuredProblem(result, schema, () => integralFloats(text));
      return why === undefined ? undefined : { why, shown: goPrint(value ?? {}) };
    },
  };
}

function merged(target: JSONValue, patch: JSONValue, schema: TypeSchema): JSONValue {
  try {
    return strategicMergePatch(target, patch, schema);
  } catch (error) {
    if (!(error instanceof StrategicMergePatchError)) throw error;
    throw error.fault === "content" ? newGenericInvalid() : newBadRequest(error.message);
  }
}

/**
 * Decodes a patch that is a JSON object. Reuses the parsed value, because parsing is the most
 * expensive step. Parses the string again only if it may contain a number that JavaScript prints
 * with other characters (`hasOddNumber`).
 */
function decodedMap(value: JSONValue, text: string): Decoded<unknown> {
  return hasOddNumber(text)
    ? decodeJSON(mapSchema, text, "warn", "number")
    : decodeParsed(mapSchema, value, text, "warn", "number");
}

/**
 * Returns the messages for unknown and duplicate fields of a patch; an empty list in mode `ignore`.
 * @param prefix beginning of the error message if decoding fails
 * @throws StatusError 400 if the patch cannot be decoded
 */
function findingsOf(decode: () => Decoded<unknown>, text: string, mode: DecodeMode, prefix: string): readonly string[] {
  if (mode === "ignore" || text.trim() === "null") return [];
  return orThrow(
    () => decode().warnings,
    (message) => newBadRequest(withPlainAdvice(`${prefix}${message}`)),
  );
}

function isObject(value: JSONValue): value is { [key: string]: JSONValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
