import { typeById, underlying } from "../../engine/model/lookup.js";
import type { Field, ObjectShape, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";
import { isRequired } from "../presence/required.js";

/**
 * Fields that a request can omit because the server sets them, although they are always present in
 * memory. `names` are fields of the type itself. `within` lists the fields whose nested type has
 * such fields, each with these fields of its nested type.
 */
export interface OptionalFields {
  readonly names: readonly string[];
  readonly within: readonly { readonly name: string; readonly fields: OptionalFields }[];
}

/**
 * Maximum number of type visits for one kind. A type is visited once for each path to it. After the
 * maximum, the fields of further nested types are treated as required.
 */
const maxVisits = 10_000;

/** Returns the fields of a kind that `create` does not need; undefined if it needs all of them. */
export function optionalFieldsOf(universe: Universe, kind: TypeDeclaration): OptionalFields | undefined {
  if (kind.shape.kind !== "object") return undefined;
  return new OptionalFieldsOfKind(universe, kind).ofObject(kind, kind.shape);
}

class OptionalFieldsOfKind {
  readonly #universe: Universe;
  readonly #root: TypeDeclaration;
  /**
   * Types that contain the current type. A recursive type is not entered again, because its input
   * type would be infinite.
   */
  readonly #outer = new Set<TypeId>();
  #visits = 0;

  constructor(universe: Universe, root: TypeDeclaration) {
    this.#universe = universe;
    this.#root = root;
  }

  ofObject(of: TypeDeclaration, { fields }: ObjectShape): OptionalFields | undefined {
    if (this.#outer.has(of.id) || ++this.#visits > maxVisits) return undefined;
    this.#outer.add(of.id);
    const within = fields.flatMap((field) => {
      const found = this.#isMetadata(of, field) ? undefined : this.#ofType(field.type);
      return found === undefined ? [] : [{ name: field.name, fields: found }];
    });
    const isOmitted = (field: Field) => !field.optional && !isRequired(this.#universe, of, field);
    const names = fields.filter((field) => isOmitted(field) && !this.#isMetadata(of, field)).map(({ name }) => name);
    this.#outer.delete(of.id);
    return names.length + within.length === 0 ? undefined : { names, within };
  }

  /**
   * Reports whether a field is the metadata of the kind. The metadata is always required, because
   * it contains the object's name.
   */
  #isMetadata(of: TypeDeclaration, { name }: Field): boolean {
    return of === this.#root && name === "metadata";
  }

  #ofType(type: Type): OptionalFields | undefined {
    const under = underlying(this.#universe, type);
    switch (under.kind) {
      case "list":
        return this.#ofType(under.element);
      case "map":
        return this.#ofType(under.value);
      case "ref":
      case "embedded":
        return this.#ofDeclaration(under.kind === "ref" ? under.to : under.of);
      default:
        return undefined;
    }
  }

  #ofDeclaration(id: TypeId): OptionalFields | undefined {
    const declaration = typeById(this.#universe, id);
    if (declaration?.shape.kind === "union") return this.#ofUnion(declaration.shape.members.map(({ type }) => type));
    return declaration?.shape.kind === "object" ? this.ofObject(declaration, declaration.shape) : undefined;
  }

  /**
   * Returns the fields that a request can omit for every member of the union. A member without the
   * field does not matter. Returns undefined if no field can be omitted for every member.
   */
  #ofUnion(members: readonly TypeId[]): OptionalFields | undefined {
    const objects = members.flatMap((id) => {
      const declaration = typeById(this.#universe, id);
      const found = this.#ofDeclaration(id);
      return declaration?.shape.kind === "object" ? [{ shape: declaration.shape, found }] : [];
    });
    const names = new Set(objects.flatMap(({ found }) => found?.names ?? []));
    const common = [...names].filter((name) =>
      objects.every(
        ({ shape, found }) =>
          !shape.fields.some((field) => field.name === name && !field.optional) || found?.names.includes(name) === true,
      ),
    );
    return common.length === 0 ? undefined : { names: common, within: [] };
  }
}
