import type { TypeId } from "../../engine/model/universe.js";
import type { FieldNode, TypeNode } from "./node.js";
import { isEmitted, type Validations } from "./rule.js";

/**
 * Returns a function that reports whether a type has rules: its own rules, rules of its properties,
 * or rules of types to which it refers.
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
      node.discriminatorValues !== undefined ||
      node.values?.isOwn === true ||
      (!validations.opaque &&
        (fields.some((field) => hasOwnRules(field, counts)) || calledTypes(node).some((to) => search(to, seen))));
    // A result `false` is not stored here. In a cycle of types, it is certain only when the whole
    // search has ended.
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
  { validations, presence, implied, keys, values }: FieldNode,
  counts: (validations: Validations) => boolean,
): boolean {
  if (presence === "required" || implied !== undefined || counts(validations)) return true;
  return keys?.isOwn === true || values?.isOwn === true;
}

/** Returns the types whose functions the function of the given type calls if they have rules. */
export function calledTypes({ keys, values, alias, bases, members, fields }: TypeNode): readonly TypeId[] {
  const iterations = [keys, values, ...fields.flatMap((field) => [field.keys, field.values])];
  return [
    ...iterations.flatMap((iteration) => iteration?.types ?? []),
    ...(alias === undefined ? [] : [alias]),
    ...bases,
    ...members.map(({ type }) => type),
    ...fields.flatMap(({ type }) => type ?? []),
  ];
}
