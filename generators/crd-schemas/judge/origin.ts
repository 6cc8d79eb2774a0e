import type { Marker } from "../../../engine/markers/marker.js";
import { objectOf, typeById, underlying } from "../../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Position } from "../../../engine/base/problem.js";
import type { DefinitionPath } from "../../../runtime/crd/index.js";
import { markersOfPart } from "../../markers/constraints.js";

/** A property or type whose markers apply to a value. */
export interface Owner {
  readonly position: Position;
  readonly markers: readonly Marker[];
}

/** The TypeScript types and properties from which a part of a schema is generated. */
export interface SchemaOrigin {
  /** Name for messages: `PizzaSpec.toppings`, `the items of PizzaSpec.toppings`. */
  readonly label: string;
  /**
   * Declarations whose markers apply: the property, its type, the types to which this type refers,
   * and the outer declarations whose markers name this part of the schema.
   */
  readonly owners: readonly Owner[];
  readonly type: Type;
  /** The property; absent for a kind, for list items and for map values. */
  readonly field?: Field;
  /**
   * Origin of the containing value: the object with the property, or the list or map with the items
   * or values. Absent for a kind.
   */
  readonly outer?: SchemaOrigin;
  /** Rest of the schema path: a keyword, and keys within its value. */
  readonly rest: DefinitionPath;
}

/** Returns the origin of a path in the schema of a kind. */
export function schemaOrigin(universe: Universe, kind: TypeDeclaration, place: DefinitionPath): SchemaOrigin {
  const type: Type = { kind: "ref", to: kind.id };
  let at: SchemaOrigin = { label: kind.name, type, owners: ownersOf(universe, type), rest: place };
  for (;;) {
    const next = step(universe, at);
    if (next === undefined) return at;
    at = next;
  }
}

/**
 * Returns the origin after the next element of the path; undefined if the path does not continue
 * with a property, list items, map values, or a schema in `not`, `oneOf`, `anyOf` or `allOf`.
 */
function step(universe: Universe, at: SchemaOrigin): SchemaOrigin | undefined {
  const [keyword, name, ...others] = at.rest;
  switch (keyword) {
    case "properties":
      return name === undefined ? undefined : property(universe, at, String(name), others);
    case "items":
    case "additionalProperties":
      return part(universe, at, keyword, at.rest.slice(1));
    case "not":
      return { ...at, rest: at.rest.slice(1) };
    case "oneOf":
    case "anyOf":
    case "allOf":
      return typeof name === "number" ? { ...at, rest: others } : undefined;
    default:
      return undefined;
  }
}

function property(universe: Universe, outer: SchemaOrigin, name: string, rest: DefinitionPath): SchemaOrigin {
  const found = fieldsOf(universe, outer.type, name);
  const [first] = found;
  if (first === undefined) return { ...outer, rest };
  const { of, field } = first;
  return {
    label: `${of.name}.${name}`,
    type: field.type,
    owners: [
      ...found.flatMap((one) => [one.field, ...ownersOf(universe, one.field.type)]),
      ...outer.owners.flatMap(({ position, markers }) => {
        const own = markersOfPart(markers, `properties:${name}`);
        return own.length === 0 ? [] : [{ position, markers: own }];
      }),
    ],
    field,
    outer,
    rest,
  };
}

interface Declared {
  readonly of: TypeDeclaration;
  readonly field: Field;
}

/**
 * Returns the property of an object that has the given name, as a list. For a union, returns one
 * property for each member that has it.
 */
function fieldsOf(universe: Universe, type: Type, name: string): readonly Declared[] {
  const object = objectOf(universe, type);
  if (object !== undefined)
    return object.shape.fields
      .filter((field) => field.name === name)
      .map((field) => ({ of: declaring(universe, field) ?? object.declaration, field }));
  const under = underlying(universe, type);
  const shape = under.kind === "ref" ? typeById(universe, under.to)?.shape : undefined;
  if (shape?.kind !== "union") return [];
  return shape.members.flatMap((member) => fieldsOf(universe, { kind: "ref", to: member.type }, name));
}

/**
 * Returns the base interface that declares an inherited property; undefined for other properties.
 */
function declaring(universe: Universe, { from }: Field): TypeDeclaration | undefined {
  return from === undefined ? undefined : typeById(universe, from);
}

/** Returns the origin of the items of a list, or of the values of a map. */
function part(
  universe: Universe,
  outer: SchemaOrigin,
  keyword: "items" | "additionalProperties",
  rest: DefinitionPath,
): SchemaOrigin {
  const under = underlying(universe, outer.type);
  const type = under.kind === "list" ? under.element : under.kind === "map" ? under.value : under;
  const owners = outer.owners.map(({ markers, position }) => ({
    position,
    // The position is that of the complete marker, because a fix replaces the complete marker.
    markers: [
      ...markersOfPart(markers, keyword),
      ...markers.flatMap((one) => (isEach(one) ? [{ ...one.then, position: one.position }] : [])),
    ],
  }));
  return {
    label: `the ${keyword === "items" ? "items" : "values"} of ${outer.label}`,
    type,
    owners: [...owners, ...ownersOf(universe, type)],
    outer,
    rest,
  };
}

function isEach(marker: Marker): marker is Marker & { readonly then: Marker } {
  return marker.name === "k8s:eachVal" && marker.then !== undefined;
}

/**
 * Returns a declared type, the types of which it is an alias, the base interfaces of an interface,
 * and the members of a union. Returns an empty list if the type is not declared.
 */
function ownersOf(universe: Universe, type: Type): readonly Owner[] {
  const owners = new Map<TypeId, TypeDeclaration>();
  const add = (id: TypeId): void => {
    const declared = typeById(universe, id);
    if (declared === undefined || owners.has(id)) return;
    owners.set(id, declared);
    const { shape } = declared;
    if (shape.kind === "alias" && shape.of.kind === "ref") add(shape.of.to);
    if (shape.kind === "object") shape.bases.forEach(add);
    if (shape.kind === "union")
      shape.members.forEach((member) => {
        add(member.type);
      });
  };
  if (type.kind === "ref") add(type.to);
  if (type.kind === "embedded") add(type.of);
  return [...owners.values()];
}
