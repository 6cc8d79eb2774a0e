import { fields, labels } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";

/** Selectors of a list or a watch (Go: storage.SelectionPredicate). */
export interface Selection {
  readonly labels: labels.Selector;
  readonly fields: fields.Selector;
}

export const everything: Selection = { labels: labels.everything, fields: [] };

export function selectsEverything(selection: Selection): boolean {
  return selection.labels.isSelectable && selection.labels.requirements.length === 0 && selection.fields.length === 0;
}

/**
 * Reports whether an object matches the selectors.
 * @param more returns the selectable fields of the kind other than name and namespace
 */
export function selects(
  selection: Selection,
  object: APIObject,
  more?: (object: APIObject) => Readonly<Record<string, string>>,
): boolean {
  const { metadata } = object;
  if (!labels.matches(selection.labels, metadata.labels)) return false;
  if (selection.fields.length === 0) return true;
  const own = { "metadata.name": metadata.name ?? "", "metadata.namespace": metadata.namespace ?? "" };
  return fields.matches(selection.fields, { ...more?.(object), ...own });
}
