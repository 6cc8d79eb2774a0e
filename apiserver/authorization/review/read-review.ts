import type { Verdict } from "../../request/authorizer.js";

/** The `status` of a SubjectAccessReview. */
export interface ReviewStatus {
  readonly allowed: boolean;
  readonly denied: boolean;
  readonly reason: string;
}

/**
 * Reads the response of a review server. Accepts only a SubjectAccessReview whose fields have the
 * right types, because a wrong response must not allow a request.
 * @throws Error
 */
export function readReview(text: string): ReviewStatus {
  const { kind, apiVersion, status } = objectIn(parse(text), "");
  if (kind !== "SubjectAccessReview" || apiVersion !== "authorization.k8s.io/v1")
    throw wrong(`kind ${shown(kind)} of ${shown(apiVersion)}, not SubjectAccessReview of authorization.k8s.io/v1`);
  const { allowed, denied, reason } = status === undefined ? {} : objectIn(status, "status");
  return {
    allowed: typed("allowed", "boolean", allowed ?? false),
    denied: typed("denied", "boolean", denied ?? false),
    reason: typed("reason", "string", reason ?? ""),
  };
}

/** Returns the verdict of a review (Go: WebhookAuthorizer.Authorize). */
export function verdictOfReview({ allowed, denied, reason }: ReviewStatus): Verdict {
  if (denied && allowed)
    return {
      decision: "deny",
      reason,
      error: new Error("webhook subject access review returned both allow and deny response"),
    };
  return { decision: denied ? "deny" : allowed ? "allow" : "no opinion", reason };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function objectIn(value: unknown, field: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(field === "" ? "it is not a JSON object" : `${field} is not an object`);
  // The check above shows that the value is an object. All of its properties stay unknown.
  return value as Readonly<Record<string, unknown>>;
}

interface Types {
  readonly boolean: boolean;
  readonly string: string;
}

function typed<Name extends keyof Types>(field: string, type: Name, value: unknown): Types[Name] {
  if (typeof value !== type) throw wrong(`status.${field} is not a ${type}`);
  // The check above shows that the value has the type of this name.
  return value as Types[Name];
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 100);
}

function wrong(why: string): Error {
  return new Error(`invalid response of the access review: ${why}`);
}
