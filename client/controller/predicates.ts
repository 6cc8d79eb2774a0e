import { labels } from "@apimachinery/runtime";
import type { DeepReadonly } from "../cache/deep-readonly.js";
import type { Notification } from "../cache/event-handler.js";
import type { APIObject } from "../rest/resource-type.js";

/** A change of an object. Objects are shared and must not be changed. */
export type Change<T extends APIObject> =
  | Exclude<Notification<T>, { readonly type: "delete" | "synced" }>
  | { readonly type: "delete"; readonly object: DeepReadonly<T> };

/** Reports whether a change starts a reconcile (Go: predicate.Predicate). */
export type Predicate<T extends APIObject = APIObject> = (change: Change<T>) => boolean;

/**
 * Returns false for updates that do not change the generation, such as updates of the status or the
 * labels (Go: GenerationChangedPredicate). Servers increase the generation when the spec changes.
 */
export const generationChanged: Predicate = (change) =>
  change.type !== "update" || change.old.metadata.generation !== change.object.metadata.generation;

/**
 * Returns false for resyncs, in which both states are equal (Go: ResourceVersionChangedPredicate).
 */
export const resourceVersionChanged: Predicate = (change) =>
  change.type !== "update" || change.old.metadata.resourceVersion !== change.object.metadata.resourceVersion;

/** Returns false for updates that do not change the labels (Go: LabelChangedPredicate). */
export const labelsChanged: Predicate = (change) =>
  change.type !== "update" || !areEqual(change.old.metadata.labels, change.object.metadata.labels);

/**
 * Returns false for updates that do not change the annotations (Go: AnnotationChangedPredicate).
 */
export const annotationsChanged: Predicate = (change) =>
  change.type !== "update" || !areEqual(change.old.metadata.annotations, change.object.metadata.annotations);

/**
 * Returns a predicate that is true for objects that match a label selector (Go:
 * LabelSelectorPredicate).
 * @throws Error for a string that is not a selector
 */
export function labelSelector(selector: string): Predicate {
  const parsed = labels.parse(selector);
  return ({ object }) => labels.matches(parsed, object.metadata.labels);
}

type Texts = Readonly<Record<string, string>>;

function areEqual(a: Texts = {}, b: Texts = {}): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
