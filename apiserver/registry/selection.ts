import { fields, labels } from "@apimachinery/runtime";
import type { APIObject } from "../request/api-object.js";

/** Selectors of a list or a watch (Go: storage.SelectionPredicate). */
export interface Selection {
  readonly labels: labels.Selector;
  readonly fields: fields.Selector;
  /**
   * Version of the request, whose markers declare selectable fields. Absent if `fields` is empty.
   */
  readonly version?: string;
}

/** Returns the values of an object's selectable fields by field name, such as `status.phase`. */
export type FieldValues = (object: APIObject) => Readonly<Record<string, string>>;

export const everything: Selection = { labels: labels.everything, fields: [] };

export function selectsEverything(selection: Selection): boolean {
  return selection.labels.isSelectable && selection.labels.requirements.length === 0 && selection.fields.length === 0;
}

/**
 * Reports whether an object matches the selectors.
 * @param more returns the selectable fields of the kind, without name and namespace
 */
export function selects(selection: Selection, object: APIObject, more: FieldValues): boolean {
  const { metadata } = object;
  if (!labels.matches(selection.labels, metadata.labels)) return false;
  if (selection.fields.length === 0) return true;
  const own = { "metadata.name": metadata.name ?? "", "metadata.namespace": metadata.namespace ?? "" };
  return fields.matches(selection.fields, { ...more(object), ...own });
}
