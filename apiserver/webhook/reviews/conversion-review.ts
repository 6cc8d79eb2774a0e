import { setImmediate } from "node:timers/promises";
import {
  jsonText,
  type JSONObject,
  type RawExtension,
  type Schema,
  goQuote,
  groupVersionString,
  objectValue,
  parseGroupVersion,
  withKind,
  type GroupVersionKind,
  type JSONValue,
} from "@apimachinery/runtime";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import type { HandledKinds } from "../handled-kinds.js";
import { answerLimit } from "./answer-limit.js";
import { reviewReader } from "./read-review.js";
import { hubKind } from "../../server/hub-kind.js";
import { getOwnJSON, isJSONObject, withPropertyOf, isJSONBranch, setOwnJSON } from "./json-object.js";

interface ConversionRequest {
  uid: string;
  desiredAPIVersion: string;
  objects: RawExtension[];
}

const requestSchema: Schema<ConversionRequest> = {
  name: "v1.ConversionRequest",
  fields: {
    uid: { type: "string" },
    desiredAPIVersion: { type: "string" },
    objects: { type: "list", items: { type: "RawExtension" } },
  },
};

const read = reviewReader("ConversionReview", "apiextensions.k8s.io", requestSchema);

/** The response to a ConversionReview, as JSON. */
export interface ConversionAnswer {
  readonly answer: string;
  readonly isConverted: boolean;
}

/**
 * Processes a ConversionReview: converts all objects in their order, or reports one problem and
 * converts none. Between two objects, other requests can be processed.
 * @param deadline time until which the API server waits, in milliseconds of `performance.now`
 * @throws StatusError 400 for a body that is not a ConversionReview
 */
export async function answerConversion(kinds: HandledKinds, body: string, deadline: number): Promise<ConversionAnswer> {
  const { apiVersion, request } = read(body);
  const { uid, desiredAPIVersion, objects } = request;
  const { converted, problem } = await convertAll(kinds, objects, desiredAPIVersion, deadline);
  const result = problem === undefined ? { status: "Success" } : { status: "Failure", message: problem };
  const answer =
    `{"kind":"ConversionReview","apiVersion":${jsonText(apiVersion)},"response":{"uid":${jsonText(uid)},` +
    `"convertedObjects":[${converted.join(",")}],"result":${jsonText(result)}}}`;
  return { answer, isConverted: problem === undefined };
}

interface Converted {
  /** The converted objects as JSON; empty if one of them cannot be converted. */
  readonly converted: readonly string[];
  readonly problem?: string;
}

async function convertAll(
  kinds: HandledKinds,
  objects: readonly JSONObject[],
  desired: string,
  deadline: number,
): Promise<Converted> {
  const converted: string[] = [];
  let size = 0;
  for (const object of objects) {
    try {
      const text = jsonText(convertObject(kinds, object, desired));
      converted.push(text);
      size += Buffer.byteLength(text);
    } catch (error) {
      return { converted: [], problem: `${nameOf(object)}${withPlainAdvice((error as Error).message)}` };
    }
    if (size > answerLimit) return { converted: [], problem: tooLarge };
    if (performance.now() > deadline) return { converted: [], problem: "the API server does not wait any longer" };
    await setImmediate();
  }
  return { converted };
}

const tooLarge = `the converted objects have more than ${answerLimit} bytes in total; list fewer objects in a request: set its parameter limit`;

/** Returns the name of an object, for a message about one of many objects. */
function nameOf({ metadata }: JSONObject): string {
  const { name, namespace } = (metadata ?? {}) as { readonly name?: unknown; readonly namespace?: unknown };
  if (typeof name !== "string") return "";
  return typeof namespace === "string" && namespace !== "" ? `${namespace}/${name}: ` : `${name}: `;
}

/**
 * Converts an object to a version, through the hub of its kind. Sets no defaults. Metadata stays
 * unchanged except labels and annotations, and properties that the type does not have are kept:
 * the API server accepts nothing else (Go: apiextensions' webhook_converter.go).
 * @param object is not changed
 * @throws Error if the object cannot be decoded, or its kind does not have the version
 */
function convertObject(kinds: HandledKinds, object: JSONObject, desired: string): JSONObject {
  if (object["apiVersion"] === desired) return object;
  const { codecs, scheme } = kinds;
  const decoded = codecs.universalDeserializer().decodeValue(object);
  const to: GroupVersionKind = withKind(parseGroupVersion(desired), decoded.gvk.kind);
  if (to.group !== decoded.gvk.group || !scheme.recognizes(to))
    throw new Error(
      `cannot convert ${groupVersionString(decoded.gvk)} to ${desired}: no kind ${goQuote(to.kind)} in this version`,
    );
  const known = objectValue(scheme.schemaOf(decoded.object), decoded.object);
  const hub = scheme.convertToVersion(decoded.object, hubKind(scheme, decoded.gvk));
  const version = scheme.convertToVersion(hub, to);
  const converted = objectValue(scheme.schemaOf(version), version);
  addLeftOver(converted, leftOver(object, known));
  return { ...converted, metadata: metadataOf(object, converted) };
}

function metadataOf(before: JSONObject, after: JSONObject): JSONValue {
  const [old, converted] = [getOwnJSON(before, "metadata"), getOwnJSON(after, "metadata")];
  if (!isJSONObject(old) || !isJSONObject(converted)) return old ?? {};
  return ["labels", "annotations"].reduce((metadata, key) => withPropertyOf(metadata, key, converted), old);
}

/**
 * Properties of an object that its type does not have: the unknown value itself, or the unknown
 * properties by the name of the property that contains them.
 */
type LeftOver = { readonly value: JSONValue } | { readonly below: ReadonlyMap<string, LeftOver> };

/**
 * Returns the properties of an object that are missing in its decoded form, because its type does
 * not have them. Returns undefined if there are none. Items of lists are compared by their index.
 * @param sent object of a client
 * @param known the same object after it was decoded and encoded
 */
function leftOver(sent: JSONValue, known: JSONValue): LeftOver | undefined {
  if (!isJSONBranch(sent) || !isJSONBranch(known) || Array.isArray(sent) !== Array.isArray(known)) return undefined;
  const below = new Map<string, LeftOver>();
  for (const [key, value] of Object.entries(sent)) {
    const kept = getOwnJSON(known, key);
    const part = kept === undefined ? newPart(sent, value) : leftOver(value, kept);
    if (part !== undefined) below.set(key, part);
  }
  return below.size === 0 ? undefined : { below };
}

/**
 * Returns a value as an unknown property. Returns undefined for a list item, which is not a
 * property, and for null.
 */
function newPart(of: JSONValue, value: JSONValue): LeftOver | undefined {
  return Array.isArray(of) || value === null ? undefined : { value };
}

/**
 * Adds unknown properties to an object again, in place. Omits those whose parent object no longer
 * exists. Does not change properties that the object has.
 */
function addLeftOver(target: JSONValue, rest: LeftOver | undefined): void {
  if (rest === undefined || !("below" in rest) || !isJSONBranch(target)) return;
  for (const [key, part] of rest.below) {
    const child = getOwnJSON(target, key);
    if ("below" in part) addLeftOver(child ?? null, part);
    else if (child === undefined && !Array.isArray(target)) setOwnJSON(target, key, part.value);
  }
}
