/** The tasks of a webhook server. */
export type WebhookTask = "convert" | "mutate" | "validate";

/**
 * Matches the path of a webhook. The first word names the task; the rest, such as `/v1beta1/pizza`
 * or `-example-com-v1-pizza`, is ignored.
 */
const path = /^\/(convert|mutate|admit|validate)(?:[/-].*)?$/s;

/**
 * Returns the task that a path names; undefined for other paths. The book "Programming Kubernetes"
 * uses `/admit` for `/mutate`; controller-runtime uses `/mutate-group-version-kind`.
 */
export function roleOf(given: string): WebhookTask | undefined {
  const name = path.exec(given)?.[1];
  // The cast is safe, because the expression matches no other names.
  return name === "admit" ? "mutate" : (name as WebhookTask | undefined);
}
