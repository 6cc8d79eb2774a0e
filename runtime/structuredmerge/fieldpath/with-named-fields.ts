import type { ParseableType } from "../typed/parseable-type.js";
import { emptyTypeRef, fieldTypeOf, resolveType, type Atom, type TypedSchema, type TypeRef } from "../typed/schema.js";
import { schemaTypeOf } from "../typed/schema-type.js";
import type { PathElement } from "./path-element.js";
import { newNode, type SetEntry, type SetNode } from "./set-node.js";

/**
 * Returns a node with the members of `node`, and with all their parents that are declared fields of
 * the type. Source: `fieldpath.Set.EnsureNamedFieldsAreMembers`.
 */
export function withNamedFields(node: SetNode, type: ParseableType): SetNode {
  const { schema, ref } = schemaTypeOf(type);
  return withFields(node, schema, ref);
}

function withFields(node: SetNode, schema: TypedSchema, ref: TypeRef): SetNode {
  const atom = resolveType(schema, ref);
  const entries = new Map<string, SetEntry>();
  for (const [key, entry] of node.entries) {
    const { element, child } = entry;
    if (child === undefined) {
      entries.set(key, entry);
      continue;
    }
    const isNamed = "fieldName" in element && atom?.map?.fields.has(element.fieldName) === true;
    const below = withFields(child, schema, typeOf(atom, element));
    entries.set(key, { element, member: entry.member || isNamed, child: below });
  }
  return newNode(entries);
}

function typeOf(atom: Atom | undefined, element: PathElement): TypeRef {
  if ("fieldName" in element && atom?.map !== undefined) return fieldTypeOf(atom.map, element.fieldName);
  return "key" in element && atom?.list !== undefined ? atom.list.elementType : emptyTypeRef;
}
