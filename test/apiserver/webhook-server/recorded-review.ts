/** A review that kube-apiserver sent to the pizza webhooks, and their answer. */
export interface RecordedReview {
  /** Path with the query. */
  readonly path: string;
  readonly sent: object;
  readonly answer: object;
}

const times = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const uids = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * Returns reviews without duplicates in a fixed order, with constant uids, times and resource
 * versions, so that two recordings can be compared.
 */
export function normalReviews(reviews: readonly RecordedReview[]): readonly RecordedReview[] {
  const texts = reviews.map((review) => JSON.stringify(review, (key, value: unknown) => normalValue(key, value)));
  return [...new Set(texts)].sort().map((text) => JSON.parse(text) as RecordedReview);
}

function normalValue(key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (key === "resourceVersion") return "1";
  if (uids.test(value)) return "00000000-0000-4000-8000-000000000000";
  return times.test(value) ? "2026-01-01T00:00:00Z" : value;
}

/**
 * Returns the webhook, the version and the task of a review, such as `/mutate v1 CREATE v1beta1`.
 */
export function titleOf({ path, sent }: RecordedReview): string {
  const { apiVersion, request } = sent as Review;
  const { operation, kind, dryRun, desiredAPIVersion, objects = [] } = request;
  const task =
    desiredAPIVersion === undefined
      ? `${operation ?? ""} ${kind?.version ?? ""}${dryRun === true ? " dry run" : ""}`
      : `${[...new Set(objects.map((object) => versionOf(object.apiVersion)))].join("+")} to ${versionOf(desiredAPIVersion)}`;
  return `${path.split("?", 1).join("")} ${versionOf(apiVersion)} ${task}`;
}

interface Review {
  readonly apiVersion: string;
  readonly request: {
    readonly operation?: string;
    readonly kind?: { readonly version: string };
    readonly dryRun?: boolean;
    readonly desiredAPIVersion?: string;
    readonly objects?: readonly { readonly apiVersion: string }[];
  };
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf("/") + 1);
}
