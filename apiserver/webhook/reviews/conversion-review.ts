import type { JSONObject, RawExtension, Schema } from "@apimachinery/runtime";
import type { HandledKinds } from "../handled-kinds.js";
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

/**
 * Answers a ConversionReview: converts all objects in their order, or none. Returns the answer, and
 * whether the objects were converted.
 * @throws StatusError 400 for a body that is not a ConversionReview
 */
export function answerConversion(
  kinds: HandledKinds,
  body: string,
): { readonly answer: object; readonly isConverted: boolean } {
  const { apiVersion, request } = read(body);
  const { uid, desiredAPIVersion, objects } = request;
  const { converted, problem } = convertAll(kinds, objects, desiredAPIVersion);
  const result = problem === undefined ? { status: "Success" } : { status: "Failure", message: problem };
  const response = { uid, convertedObjects: converted, result };
  return { answer: { kind: "ConversionReview", apiVersion, response }, isConverted: problem === undefined };
}

function convertAll(
  kinds: HandledKinds,
  objects: readonly JSONObject[],
  desired: string,
): { readonly converted: readonly JSONObject[]; readonly problem?: string } {
  const converted: JSONObject[] = [];
  for (const object of objects) {
    try {
      converted.push(convertObject(kinds, object, desired));
    } catch (error) {
      return { converted: [], problem: `${nameOf(object)}${(error as Error).message}` };
    }
  }
  return { converted };
}

/** Returns the name of an object, for a message about one of many objects. */
function nameOf({ metadata }: JSONObject): string {
  const { name, namespace } = (metadata ?? {}) as { readonly name?: unknown; readonly namespace?: unknown };
  if (typeof name !== "string") return "";
  return typeof namespace === "string" && namespace !== "" ? `${namespace}/${name}: ` : `${name}: `;
}
