import { setImmediate } from "node:timers/promises";
import { jsonText, type JSONObject, type RawExtension, type Schema } from "@apimachinery/runtime";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import type { HandledKinds } from "../handled-kinds.js";
import { answerLimit } from "./answer-limit.js";
import { convertObject } from "./convert-object.js";
import { reviewReader } from "./read-review.js";

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
