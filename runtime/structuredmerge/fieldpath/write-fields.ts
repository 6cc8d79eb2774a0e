import type { FieldsV1 } from "../../values/types.js";
import { writeKey } from "../value/write-json.js";
import { serializePathElement } from "./serialize-path-element.js";
import { sortedEntries, type SetNode } from "./set-node.js";

/**
 * Returns the FieldsV1 object of a node.
 *
 * @param isMember true if the path of the node is itself a member
 * @throws Error if an element is invalid
 */
export function writeFieldsObject(node: SetNode, isMember = false): FieldsV1 {
  const fields: FieldsV1 = {};
  if (isMember) fields["."] = {};
  for (const { element, member, child } of sortedEntries(node)) {
    const value = child === undefined ? {} : writeFieldsObject(child, member);
    // The key has a prefix, so it never equals the name of an inherited property.
    fields[serializePathElement(element)] = value;
  }
  return fields;
}

/**
 * Returns the JSON of a node's FieldsV1, with the same bytes as Go's `Set.ToJSON`.
 *
 * @param isMember true if the path of the node is itself a member
 * @throws Error if an element is invalid
 */
export function writeFieldsString(node: SetNode, isMember = false): string {
  const parts = isMember ? ['".":{}'] : [];
  for (const { element, member, child } of sortedEntries(node)) {
    const value = child === undefined ? "{}" : writeFieldsString(child, member);
    parts.push(`${writeKey(serializePathElement(element))}:${value}`);
  }
  return `{${parts.join(",")}}`;
}
