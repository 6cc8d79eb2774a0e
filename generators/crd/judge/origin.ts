import type { Marker } from "../../../engine/markers/marker.js";
import { objectOf, typeById, underlying } from "../../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, TypeId, Universe } from "../../../engine/model/universe.js";
import type { Position } from "../../../engine/base/problem.js";
import type { DefinitionPath } from "../../../runtime/crd/index.js";
import { markersOfPart } from "../../markers/constraints.js";

/** A property or a type whose markers act on a value. */
export interface Owner {
  readonly position: Position;
  readonly markers: readonly Marker[];
}

/** The types and properties that a part of a schema is made of. */
export interface SchemaOrigin {
  /** Name for messages: `PizzaSpec.toppings`, `the items of PizzaSpec.toppings`. */
  readonly label: string;
  /** The property, its type, and the types that this type names; the nearest first. */
  readonly owners: readonly Owner[];
  readonly type: Type;
  /** The property; absent for a kind, for items and for values of maps. */
  readonly field?: Field;
  /** The origin of the object with the property, or of the list or map with the items or values. */
  readonly outer?: SchemaOrigin;
  /** The rest of the path: a keyword, and parts of its value. */
  readonly rest: DefinitionPath;
}

/** Returns the origin of a place in the schema of a kind. */
export function schemaOrigin(universe: Universe, kind: TypeDeclaration, place: DefinitionPath): SchemaOrigin {
  const type: Type = { kind: "ref", to: kind.id };
  let at: SchemaOrigin = { label: kind.name, type, owners: ownersOf(universe, type), rest: place };
  for (;;) {
    const next = step(universe, at);
    if (next === undefined) return at;
    at = next;
  }
}

/** Returns the origin of the next part of the schema; undefined if the path has no further part. */
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

/** Returns the properties with a name: one of an object, and one of each member of a union. */
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

/** Returns the base that declares an inherited property. */
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
    // The position is that of the whole marker, which a fix replaces.
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

/** Returns a declared type, the types that it names, and the bases of an interface. */
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
