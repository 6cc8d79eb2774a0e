import { decodeJSON, goQuote, type Schema, type Status } from "@apimachinery/runtime";
import { StatusSchema } from "@apimachinery/runtime/codegen/v1";
import { checkJSONDepth } from "../../util/nesting.js";
import type { ReviewRequest } from "./admission-review.js";
import type { WebhookType } from "./webhook-configuration.js";

/** A checked response of a webhook (Go: request.AdmissionResponse). */
export interface ReviewResponse {
  readonly allowed: boolean;
  readonly status: Status | undefined;
  /** JSON of the patch; empty if the webhook does not change the object. */
  readonly patch: string;
  readonly patchType: string;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

interface Response {
  uid: string;
  allowed: boolean;
  status?: Status;
  patch?: string;
  patchType?: string;
  auditAnnotations?: Record<string, string>;
  warnings?: string[];
}

interface Review {
  kind: string;
  apiVersion: string;
  response?: Response;
}

const text = { type: "string" } as const;

const responseSchema: Schema<Response> = {
  name: "v1.AdmissionResponse",
  fields: {
    uid: text,
    allowed: { type: "boolean" },
    status: { type: "ref", to: () => StatusSchema, optional: true },
    patch: { type: "bytes", optional: true },
    patchType: { type: "string", optional: true },
    auditAnnotations: { type: "map", values: text, optional: true },
    warnings: { type: "list", items: text, optional: true },
  },
};

const reviewSchema: Schema<Review> = {
  name: "v1.AdmissionReview",
  fields: { kind: text, apiVersion: text, response: { type: "ref", to: () => responseSchema, optional: true } },
};

/**
 * Decodes the response body of a webhook.
 * @throws Error for a body that is not an AdmissionReview of the request's version
 */
export function decodeReview(body: string, { version }: ReviewRequest): Review {
  if (body === "") throw new Error("0-length response with status code: 200");
  const review = decoded(body);
  const { kind, apiVersion } = review;
  if (kind !== "" && kind !== "AdmissionReview")
    throw new Error(`no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`);
  const other = /^admission\.k8s\.io\/(v1|v1beta1)$/.exec(apiVersion)?.[1];
  if (other !== undefined && other !== version)
    throw new Error(`converting (${other}.AdmissionReview) to (${version}.AdmissionReview): unknown conversion`);
  if (apiVersion !== "" && other === undefined)
    throw new Error(`no kind "AdmissionReview" is registered for version ${goQuote(apiVersion)}`);
  return review;
}

/**
 * Decodes the body of a response.
 * @throws Error with the decoder's message; syntax errors get the prefix of Go's decoder
 */
function decoded(body: string): Review {
  try {
    checkJSONDepth(body);
    return decodeJSON(reviewSchema, body, "ignore").value;
  } catch (error) {
    const { message } = error as Error;
    // Go's message for invalid base64 does not contain the name of the field.
    const text = message.replace(/^response\.patch: /, "");
    throw new Error(isJSON(body) ? text : `couldn't get version/kind; json parse error: ${text}`, { cause: error });
  }
}

function isJSON(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks a response according to its version (Go: VerifyAdmissionResponse). For v1beta1, only the
 * presence of the response is checked.
 * @throws Error with Go's message
 */
export function verifyReview(review: Review, { uid, version }: ReviewRequest, type: WebhookType): ReviewResponse {
  const { response } = review;
  if (response === undefined) throw new Error("webhook response was absent");
  const patch = decodedPatch(response);
  if (version === "v1") {
    checkIdentity(review, response, uid);
    checkPatch(response, patch, type);
  }
  const isPatch = type === "mutating" && patch !== "";
  const { allowed, status, auditAnnotations = {}, warnings = [], patchType = "" } = response;
  return {
    allowed,
    status,
    patch: isPatch ? patch : "",
    // In v1beta1, JSONPatch is the only patch type, so it need not be set.
    patchType: isPatch && version === "v1beta1" ? "JSONPatch" : patchType,
    auditAnnotations,
    warnings,
  };
}

function decodedPatch({ patch = "" }: Response): string {
  return Buffer.from(patch, "base64").toString("utf8");
}

function checkIdentity({ kind, apiVersion }: Review, response: Response, uid: string): void {
  if (response.uid !== uid) throw new Error(`expected response.uid=${goQuote(uid)}, got ${goQuote(response.uid)}`);
  if (kind === "AdmissionReview" && apiVersion === "admission.k8s.io/v1") return;
  const found = `${apiVersion === "" ? "/" : apiVersion}, Kind=${kind}`;
  throw new Error(`expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${found}`);
}

function checkPatch({ patchType }: Response, patch: string, type: WebhookType): void {
  const problem = patchProblem(patch !== "", patchType, type);
  if (problem !== undefined) throw new Error(problem);
}

function patchProblem(hasPatch: boolean, patchType: string | undefined, type: WebhookType): string | undefined {
  if (type === "validating") {
    if (hasPatch) return "validating webhook may not return response.patch";
    return patchType === undefined ? undefined : "validating webhook may not return response.patchType";
  }
  if (hasPatch && patchType === undefined) return "webhook returned response.patch but not response.patchType";
  if (!hasPatch && patchType !== undefined) return "webhook returned response.patchType but not response.patch";
  return patchType === "" ? 'webhook returned invalid response.patchType of ""' : undefined;
}
