import { resolveType, type Atom, type ListType, type TypedSchema, type TypeRef } from "./schema.js";

/**
 * Returns a function that reports whether values of a type can be or contain a list that meets a
 * condition. The function keeps the result for each type.
 */
export function listSearch(isWanted: (list: ListType) => boolean): (schema: TypedSchema, ref: TypeRef) => boolean {
  const answers = new WeakMap<TypeRef, boolean>();
  return (schema, ref) => {
    let answer = answers.get(ref);
    if (answer === undefined) answers.set(ref, (answer = reaches(schema, ref, isWanted, new Set())));
    return answer;
  };
}

/** @param seen the types that were already visited, because a type can contain itself */
function reaches(schema: TypedSchema, ref: TypeRef, isWanted: (list: ListType) => boolean, seen: Set<Atom>): boolean {
  const atom = resolveType(schema, ref);
  if (atom === undefined || seen.has(atom)) return false;
  seen.add(atom);
  const { list, map } = atom;
  const parts = map === undefined ? [] : [map.elementType, ...Array.from(map.fields.values(), ({ type }) => type)];
  if (list !== undefined) parts.unshift(list.elementType);
  return (list !== undefined && isWanted(list)) || parts.some((part) => reaches(schema, part, isWanted, seen));
}
