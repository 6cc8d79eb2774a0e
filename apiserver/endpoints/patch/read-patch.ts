import {
  StrategicMergePatchError,
  decodeJSON,
  decodeParsed,
  goPrint,
  strategicMergePatch,
  type DecodeMode,
  type Decoded,
  type JSONValue,
  type Schema,
  type TypeSchema,
} from "@apimachinery/runtime";
import { newBadRequest, newGenericInvalid, newRequestEntityTooLarge } from "../../errors/index.js";
import { JSONPatchError, applyJSONPatch } from "./json-patch.js";
import { mergePatch } from "./merge-patch.js";
import { integralFloats, unstructuredFault } from "./unstructured-fault.js";

/** A patch that was understood. */
export interface Patch {
  /**
   * Applies the patch, once. @returns the patched object, which may contain parts of the target and
   * of the patch @throws StatusError
   */
  apply(target: JSONValue): JSONValue;
  /** What strict validation finds in the patch itself. */
  readonly findings: readonly string[];
  /**
   * What a message about an object that the patch spoilt shows. @param result the object as JSON
   */
  shown(result: string): string;
  /**
   * What is wrong with an object that the patch spoilt, where that is not the JSON decoder's to
   * say. @param result the object as JSON
   */
  faultIn(result: string): string | undefined;
}

/** A patch's text, which is JSON, and how it is to be read. */
export interface PatchText {
  readonly text: string;
  readonly value: JSONValue;
  readonly mode: DecodeMode;
}

/** The most operations that a JSON patch may have. */
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

/** @throws StatusError 400 for what is no JSON patch, 413 */
export function readJSONPatch({ text, value, mode }: PatchText): Patch {
  const findings = findingsOf(
    () => decodeJSON(operationsSchema, text, "warn"),
    text,
    mode,
    "error decoding patch: ",
  ).map((finding) => `json patch ${finding}`);
  if (!Array.isArray(value))
    throw newBadRequest(`json: cannot unmarshal ${goTypeOf(value)} into Go value of type jsonpatch.Patch`);
  if (value.length > maxOperations)
    throw newRequestEntityTooLarge(
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${value.length}`,
    );
  return { apply: (target) => applied(target, value), findings, shown: (result) => result, faultIn: () => undefined };
}

function applied(target: JSONValue, patch: readonly JSONValue[]): JSONValue {
  try {
    return applyJSONPatch(target, patch);
  } catch (error) {
    if (error instanceof JSONPatchError) throw newGenericInvalid();
    throw error;
  }
}

/** @throws StatusError 400 for what is no object */
export function readMergePatch({ text, value, mode }: PatchText): Patch {
  const findings = findingsOf(() => decodedMap(value, text), text, mode, "error decoding patch: ");
  if (!isObject(value)) throw newBadRequest("Invalid JSON Patch");
  return {
    apply: (target) => mergePatch(target, value),
    findings,
    shown: (result) => result,
    faultIn: () => undefined,
  };
}

/**
 * @throws StatusError 400 for what is no object, or does not say what such patches say; 422 for
 * what no patch can do
 */
export function readStrategicMergePatch({ text, value, mode }: PatchText, schema: TypeSchema): Patch {
  const findings = findingsOf(() => decodedMap(value, text), text, mode, "");
  if (value !== null && !isObject(value))
    throw newBadRequest(`json: cannot unmarshal ${goTypeOf(value)} into Go value of type map[string]interface {}`);
  const faultIn = (result: string) => unstructuredFault(JSON.parse(result) as JSONValue, schema, integralFloats(text));
  return {
    apply: (target) => merged(target, value ?? {}, schema),
    findings,
    // The value of the patch is part of the object by then, and changed by its decoder.
    shown: () => goPrint((JSON.parse(text) as JSONValue) ?? {}),
    faultIn,
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
 * Decodes a patch that is a map. Parsing it again would cost more than all else, and only
 * surrogates without a partner need it.
 */
function decodedMap(value: JSONValue, text: string): Decoded<unknown> {
  return /\\u[dD]/.test(text) ? decodeJSON(mapSchema, text, "warn") : decodeParsed(mapSchema, value, text, "warn");
}

/**
 * Unknown and duplicate fields of a patch, which are looked for only where somebody wants to know.
 */
function findingsOf(decode: () => Decoded<unknown>, text: string, mode: DecodeMode, prefix: string): readonly string[] {
  if (mode === "ignore" || text.trim() === "null") return [];
  try {
    return decode().warnings;
  } catch (error) {
    throw newBadRequest(`${prefix}${(error as Error).message}`);
  }
}

function isObject(value: JSONValue): value is { [key: string]: JSONValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What Go's JSON decoder calls a value. */
function goTypeOf(value: JSONValue): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}
