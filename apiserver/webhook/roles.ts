/** The tasks of a webhook server. */
export type WebhookTask = "convert" | "mutate" | "validate";

/** The first segment of a path, and a suffix that has no meaning, such as `/v1beta1/pizza`. */
const path = /^\/(convert|mutate|admit|validate)(?:[/-].*)?$/s;

/**
 * Returns the task that a path names; undefined for other paths. `/admit` is the name of the book
 * "Programming Kubernetes" for `/mutate`; `/mutate-group-version-kind` is controller-runtime's.
 */
export function roleOf(given: string): WebhookTask | undefined {
  const name = path.exec(given)?.[1];
  // The expression matches no other names.
  return name === "admit" ? "mutate" : (name as WebhookTask | undefined);
}
