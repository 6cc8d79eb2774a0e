import { decodeJSON, goQuote, type Schema } from "@apimachinery/runtime";
import { newBadRequest } from "../../errors/index.js";
import { withPlainAdvice } from "../../errors/plain-advice.js";
import { checkJSONDepth } from "../../util/nesting.js";

/** A review of a supported version. The response must have the same version. */
export interface Review<Request> {
  readonly apiVersion: string;
  readonly request: Request;
}

interface Body<Request> {
  kind: string;
  apiVersion: string;
  request?: Request;
}

/**
 * Returns a function that reads the body of a review. Large integers of the objects are `bigint`,
 * because the objects belong to another server.
 * @param kind `AdmissionReview` or `ConversionReview`
 * @param group API group of the review; its versions v1 and v1beta1 are supported
 * @throws StatusError 400 for a body that is not such a review with a request
 */
export function reviewReader<Request>(kind: string, group: string, request: Schema<Request>) {
  const bodySchema = {
    name: kind,
    fields: {
      kind: { type: "string" },
      apiVersion: { type: "string" },
      request: { type: "ref", to: () => request, optional: true },
    },
    // The cast is needed, because the compiler cannot derive the schema of a generic type.
  } as unknown as Schema<Body<Request>>;
  return (body: string): Review<Request> => {
    const review = decoded(bodySchema, body);
    const { apiVersion } = review;
    if (review.kind !== kind || ![`${group}/v1`, `${group}/v1beta1`].includes(apiVersion))
      throw newBadRequest(
        `no kind ${goQuote(review.kind)} is registered for version ${goQuote(apiVersion)}: expected ${kind} of ${group}/v1 or ${group}/v1beta1`,
      );
    if (review.request === undefined) throw newBadRequest(`unexpected nil request: the ${kind} has no request`);
    return { apiVersion, request: review.request };
  };
}

function decoded<T>(schema: Schema<T>, body: string): T {
  try {
    checkJSONDepth(body);
    return decodeJSON(schema, body, "ignore", "bigint").value;
  } catch (error) {
    throw newBadRequest(`failed to decode body: ${withPlainAdvice((error as Error).message)}`);
  }
}
