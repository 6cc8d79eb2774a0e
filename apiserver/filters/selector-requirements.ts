import { fields, labels } from "@apimachinery/runtime";
import type { RequestInfo } from "../request/request-info.js";

/**
 * Returns what a list, a watch or a deletion of a collection requires of labels, for authorizers
 * that allow a part of a collection: Go's Attributes.GetLabelSelector. Empty for a request without
 * a selector.
 * @throws Error in the words of Go's labels.Parse; the request itself is refused later
 */
export function labelRequirements({ labelSelector }: RequestInfo): readonly labels.Requirement[] {
  return labelSelector === "" ? [] : labels.parse(labelSelector).requirements;
}

/**
 * Returns the same of fields: Go's Attributes.GetFieldSelector.
 * @throws Error in the words of Go's fields.ParseSelector
 */
export function fieldRequirements({ fieldSelector }: RequestInfo): readonly fields.Requirement[] {
  return fieldSelector === "" ? [] : fields.parse(fieldSelector);
}
