import { getOwn } from "../../values.js";
import type { FieldsV1, JSONValue } from "../../types.js";
import { ByteSource } from "../value/byte-source.js";
import { readEntries } from "../value/read-json.js";
import { skipJSON } from "../value/skip-json.js";
import { deserializePathElement, UnknownPathElementTypeError } from "./deserialize-path-element.js";
import type { PathElement } from "./path-element.js";
import { addElement } from "./set-builder.js";
import { emptyNode, newNode, type SetEntry, type SetNode } from "./set-node.js";

/** What an object of FieldsV1 says about an element: whether it is a member, and what is below. */
interface Fields {
  readonly member: boolean;
  readonly child: SetNode | undefined;
}

/**
 * Reads a set of fields from the text of a FieldsV1. Source: `fieldpath.Set.FromJSON`.
 *
 * @throws Error with Go's text if the text is not a FieldsV1
 */
export function readFieldsText(text: string): SetNode {
  const source = new ByteSource(text, 4096);
  const { child } = readObject(source);
  if (source.hasEnded()) throw new Error(source.error);
  source.finish();
  return child ?? emptyNode;
}

function readObject(source: ByteSource): Fields {
  const entries = new Map<string, SetEntry>();
  let member = false;
  readEntries(source, "ReadMapCB", (key) => {
    const element = key === "." ? undefined : elementOf(source, key);
    if (key === ".") member = true;
    if (element === undefined) {
      skipJSON(source);
      return;
    }
    const fields = readObject(source);
    addElement(entries, element, fields.member, fields.child);
  });
  return fieldsOf(entries, member);
}

/** An object without elements makes its parent a member. */
function fieldsOf(entries: Map<string, SetEntry>, member: boolean): Fields {
  return entries.size === 0 ? { member: true, child: undefined } : { member, child: newNode(entries) };
}

/** Returns undefined for elements of an unknown kind, which are ignored, and for wrong elements. */
function elementOf(source: ByteSource, key: string): PathElement | undefined {
  try {
    return deserializePathElement(key);
  } catch (error) {
    if (!(error instanceof UnknownPathElementTypeError))
      source.report("parsing key as path element", (error as Error).message);
    return undefined;
  }
}

/** Reads a set of fields from a FieldsV1 object. @throws Error with Go's text if it is not one */
export function readFieldsObject(fields: FieldsV1): SetNode {
  const found = fieldsOfObject(fields);
  // The text has what the error quotes.
  return found === undefined ? readFieldsText(JSON.stringify(fields)) : (found.child ?? emptyNode);
}

/** Returns undefined if the value is not a FieldsV1. */
function fieldsOfObject(value: JSONValue): Fields | undefined {
  if (value === null) return { member: true, child: undefined };
  if (typeof value !== "object" || Array.isArray(value)) return undefined;
  const entries = new Map<string, SetEntry>();
  for (const key of Object.keys(value)) {
    if (key !== "." && !addFields(entries, key, value[key] as JSONValue)) return undefined;
  }
  return fieldsOf(entries, getOwn(value, ".") !== undefined);
}

/** Returns false if the entry is wrong. */
function addFields(entries: Map<string, SetEntry>, key: string, value: JSONValue): boolean {
  let element: PathElement;
  try {
    element = deserializePathElement(key);
  } catch (error) {
    return error instanceof UnknownPathElementTypeError;
  }
  const fields = fieldsOfObject(value);
  if (fields === undefined) return false;
  addElement(entries, element, fields.member, fields.child);
  return true;
}
