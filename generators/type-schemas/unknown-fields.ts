import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { markersOfPart } from "../markers/constraints.js";
import { unknownFieldMarker } from "../markers/extensions.js";

/**
 * Reports whether objects of a type keep unknown fields wherever the type is used. An interface
 * inherits this from its base interfaces, as in the generated CustomResourceDefinition.
 */
export function keepsUnknown(universe: Universe, { markers, shape }: TypeDeclaration): boolean {
  if (shape.kind === "alias") return markersKeepUnknown(shape.of, markers);
  if (unknownFieldMarker(markers) !== undefined) return true;
  const bases = shape.kind === "object" ? shape.bases : [];
  return bases.some((id) => {
    const base = typeById(universe, id);
    return base !== undefined && keepsUnknown(universe, base);
  });
}

/**
 * Reports whether markers keep the unknown fields of the objects in a value. The value can be an
 * object or a list of objects.
 */
export function markersKeepUnknown(type: Type, markers: readonly Marker[]): boolean {
  if (markers.length === 0) return false;
  if (unknownFieldMarker(markers) !== undefined) return hasObjects(type);
  return type.kind === "list" && markersKeepUnknown(type.element, markersOfPart(markers, "items"));
}

/**
 * Reports whether the markers of a property, or of its type's alias, keep the unknown fields of the
 * objects in the property.
 */
export function propertyKeepsUnknown(universe: Universe, { type, markers }: Pick<Field, "type" | "markers">): boolean {
  if (markersKeepUnknown(type, markers)) return true;
  const declared = declaredAt(universe, type);
  return declared?.shape.kind === "alias" && keepsUnknown(universe, declared);
}

/**
 * Reports whether the objects in a property keep unknown fields, but the objects in its peer do
 * not.
 */
export function losesUnknown(universe: Universe, field: Field, peer: Field): boolean {
  if (!propertyKeepsUnknown(universe, field) || propertyKeepsUnknown(universe, peer)) return false;
  const declared = declaredAt(universe, peer.type);
  return declared === undefined || !keepsUnknown(universe, declared);
}

function declaredAt(universe: Universe, type: Type): TypeDeclaration | undefined {
  return type.kind === "ref" ? typeById(universe, type.to) : undefined;
}

/**
 * Reports whether a type is a declared type or an embedded object type, or a list or tuple that
 * contains one.
 */
function hasObjects(type: Type): boolean {
  switch (type.kind) {
    case "ref":
    case "embedded":
      return true;
    case "list":
      return hasObjects(type.element);
    case "tuple":
      return type.elements.some(hasObjects);
    default:
      return false;
  }
}

/**
 * Returns the names of all fields of the given types. For a union, these are the fields of all
 * members.
 */
export function fieldNamesOf(universe: Universe, ...types: readonly TypeDeclaration[]): readonly string[] {
  return [...new Set(types.flatMap(({ shape }) => namesIn(universe, shape)))];
}

function namesIn(universe: Universe, shape: TypeDeclaration["shape"]): readonly string[] {
  if (shape.kind === "union")
    return shape.members.flatMap(({ type }) => {
      const member = typeById(universe, type);
      return member === undefined ? [] : namesIn(universe, member.shape);
    });
  if (shape.kind !== "object") return [];
  return [...(shape.typeMeta === undefined ? [] : ["apiVersion", "kind"]), ...shape.fields.map(({ name }) => name)];
}
