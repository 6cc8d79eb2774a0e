import { fields, labels } from "@apimachinery/runtime";
import type { RequestInfo } from "./request-info.js";

/**
 * Returns the label requirements of a list, a watch or a collection delete (Go:
 * Attributes.GetLabelSelector). Authorizers can use them to allow a part of a collection. Empty for
 * a request without a selector.
 * @throws Error with the message of Go's labels.Parse; the handler also refuses such a request
 */
export function labelRequirements({ labelSelector }: RequestInfo): readonly labels.Requirement[] {
  return labelSelector === "" ? [] : labels.parse(labelSelector).requirements;
}

/**
 * Returns the field requirements of a list, a watch or a collection delete (Go:
 * Attributes.GetFieldSelector). Empty for a request without a selector.
 * @throws Error with the message of Go's fields.ParseSelector
 */
export function fieldRequirements({ fieldSelector }: RequestInfo): readonly fields.Requirement[] {
  return fieldSelector === "" ? [] : fields.parse(fieldSelector);
}
