import { resolveType, type Atom, type ListType, type TypedSchema, type TypeRef } from "./schema.js";

/** Finds out whether values of a type can contain lists with some property. Caches the answers. */
export class ListSearch {
  readonly #answers = new WeakMap<TypeRef, boolean>();
  readonly #isWanted: (list: ListType) => boolean;

  constructor(isWanted: (list: ListType) => boolean) {
    this.#isWanted = isWanted;
  }

  /** Reports whether values of a type can be such a list, or can contain one. */
  finds(schema: TypedSchema, ref: TypeRef): boolean {
    const known = this.#answers.get(ref);
    if (known !== undefined) return known;
    const answer = this.#reaches(schema, ref, new Set());
    this.#answers.set(ref, answer);
    return answer;
  }

  /** @param seen types that are being searched already, because a type can contain itself */
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
