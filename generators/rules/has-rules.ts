import type { TypeId } from "../../engine/model/universe.js";
import type { FieldNode, TypeNode } from "./node.js";
import { isEmitted, type Validations } from "./rule.js";

/**
 * Returns a function that reports whether a type has rules. Rules of its properties and of the
 * types to which it refers also count. Types in `external` always have rules.
 */
export function findRules(
  nodes: ReadonlyMap<TypeId, TypeNode>,
  external: ReadonlySet<TypeId>,
  counts: (validations: Validations) => boolean = isEmitted,
): (id: TypeId) => boolean {
  const known = new Map<TypeId, boolean>();
  const search = (id: TypeId, seen: Set<TypeId>): boolean => {
    if (external.has(id)) return true;
    const before = known.get(id);
    if (before !== undefined) return before;
    const node = nodes.get(id);
    if (node === undefined || seen.has(id)) return false;
    seen.add(id);
    const { validations, fields } = node;
    const found =
      counts(validations) ||
      node.hasImplied === true ||
      (!validations.opaque &&
        (fields.some((field) => hasOwnRules(field, counts)) || calledTypes(node).some((to) => search(to, seen))));
    // Here, only the result `true` is stored. In a cycle of types, `false` is certain only at the
    // end of the complete search.
    if (found) known.set(id, true);
    return found;
  };
  return (id) => {
    const found = search(id, new Set());
    known.set(id, found);
    return found;
  };
}

function hasOwnRules(
  { validations, presence, hasImplied }: FieldNode,
  counts: (validations: Validations) => boolean,
): boolean {
  return presence === "required" || hasImplied === true || counts(validations);
}

/**
 * Returns the types whose functions are called by the function of the given type, if they have
 * rules.
 */
export function calledTypes({ types, bases, members, fields }: TypeNode): readonly TypeId[] {
  return [...types, ...bases, ...members, ...fields.flatMap((field) => field.types)];
}
