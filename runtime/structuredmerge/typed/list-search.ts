import { resolveType, type Atom, type ListType, type TypedSchema, type TypeRef } from "./schema.js";

/**
 * Finds out whether values of a type can contain lists that meet a condition. Caches the result for
 * each type.
 */
export class ListSearch {
  readonly #answers = new WeakMap<TypeRef, boolean>();
  readonly #isWanted: (list: ListType) => boolean;

  constructor(isWanted: (list: ListType) => boolean) {
    this.#isWanted = isWanted;
  }

  /** Reports whether values of a type can be or contain a list that meets the condition. */
  finds(schema: TypedSchema, ref: TypeRef): boolean {
    const known = this.#answers.get(ref);
    if (known !== undefined) return known;
    const answer = this.#reaches(schema, ref, new Set());
    this.#answers.set(ref, answer);
    return answer;
  }

  /** @param seen the types that were already visited, because a type can contain itself */
  #reaches(schema: TypedSchema, ref: TypeRef, seen: Set<Atom>): boolean {
    const atom = resolveType(schema, ref);
    if (atom === undefined || seen.has(atom)) return false;
    seen.add(atom);
    const { list, map } = atom;
    if (list !== undefined && (this.#isWanted(list) || this.#reaches(schema, list.elementType, seen))) return true;
    if (map === undefined) return false;
    if (this.#reaches(schema, map.elementType, seen)) return true;
    for (const { type } of map.fields.values()) if (this.#reaches(schema, type, seen)) return true;
    return false;
  }
}
