import { isObject } from "../../json/values.js";
import type { JSONObject, JSONValue } from "../../values/types.js";
import { addElement } from "../fieldpath/set-builder.js";
import { emptyNode, entryKey, newNode, type SetEntry, type SetNode } from "../fieldpath/set-node.js";
import { itemElementOrInvalid } from "./item-element.js";
import { deduceAtom, invalidAtom, unresolved } from "./kinds.js";
import { fieldTypeOf, resolveType, type ListType, type MapType, type TypedSchema, type TypeRef } from "./schema.js";
import { throwErrors, type ValidationError } from "./validation-errors.js";

/**
 * The members that a value adds to a set: whether the value's own path is a member, and the members
 * below the path.
 */
interface Contribution {
  readonly member: boolean;
  readonly child: SetNode | undefined;
}

const leaf: Contribution = { member: true, child: undefined };
const nothing: Contribution = { member: false, child: undefined };

/**
 * Returns a node with the paths to all leaves and list items of a value. Source:
 * `typed.TypedValue.ToFieldSet`.
 *
 * @throws ValidationErrors if the schema lacks a type
 */
export function toFieldSet(schema: TypedSchema, ref: TypeRef, value: JSONValue): SetNode {
  const walker = new FieldSetWalker(schema);
  const { child } = walker.walk(ref, value);
  throwErrors(walker.errors);
  return child ?? emptyNode;
}

class FieldSetWalker {
  readonly errors: ValidationError[] = [];

  constructor(readonly schema: TypedSchema) {}

  walk(ref: TypeRef, value: JSONValue): Contribution {
    const atom = resolveType(this.schema, ref);
    if (atom === undefined) return this.#fail(unresolved(ref));
    const { map, scalar, list } = deduceAtom(atom, value);
    if (map !== undefined) return map.elementRelationship === "atomic" ? leaf : this.#walkMap(map, value);
    if (scalar !== undefined) return leaf;
    if (list !== undefined) return list.elementRelationship === "atomic" ? leaf : this.#walkList(list, value);
    return this.#fail(invalidAtom(ref));
  }

  #fail(message: string): Contribution {
    this.errors.push({ path: "", message });
    return nothing;
  }

  #walkMap(type: MapType, value: JSONValue): Contribution {
    if (!isObject(value)) return nothing;
    const entries = new Map<string, SetEntry>();
    for (const fieldName of Object.keys(value)) {
      const item = value[fieldName] as JSONValue;
      const { member, child } = this.walk(fieldTypeOf(type, fieldName), item);
      const isMember = member || item === null || isEmptyMap(item) || !type.fields.has(fieldName);
      addElement(entries, { fieldName }, isMember, child);
    }
    return below(entries);
  }

  #walkList(type: ListType, value: JSONValue): Contribution {
    if (!Array.isArray(value)) return nothing;
    const elements = value.map((item) => itemElementOrInvalid(this.schema, type, item));
    const keys = elements.map(entryKey);
    const duplicates = duplicatesOf(keys);
    const entries = new Map<string, SetEntry>();
    for (const [at, element] of elements.entries()) {
      const key = keys[at] as string;
      // Several items with the same key count as one leaf, so nothing below them becomes a member.
      const child = duplicates.has(key) ? undefined : this.walk(type.elementType, value[at] as JSONValue).child;
      addElement(entries, element, true, child, key);
    }
    return below(entries);
  }
}

function below(entries: Map<string, SetEntry>): Contribution {
  return entries.size === 0 ? nothing : { member: false, child: newNode(entries) };
}

function isEmptyMap(value: JSONValue): value is JSONObject {
  return isObject(value) && Object.keys(value).length === 0;
}

/** Returns the keys that occur more than once. */
function duplicatesOf(keys: readonly string[]): ReadonlySet<string> {
  const [seen, duplicates] = [new Set<string>(), new Set<string>()];
  for (const key of keys) {
    if (seen.has(key)) duplicates.add(key);
    seen.add(key);
  }
  return duplicates;
}
