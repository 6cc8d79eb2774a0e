import type { Marker } from "../../engine/markers/marker.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { markersOfPart } from "../markers/constraints.js";
import { unknownFieldMarker } from "../markers/extensions.js";

/**
 * Reports whether the objects of a type keep unknown fields in all places. As in a
 * CustomResourceDefinition, an interface has this from its bases, too.
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
 * Reports whether markers say that the objects in a value keep unknown fields: the object itself,
 * or the items of a list.
 */
export function markersKeepUnknown(type: Type, markers: readonly Marker[]): boolean {
  if (markers.length === 0) return false;
  if (unknownFieldMarker(markers) !== undefined) return hasObjects(type);
  return type.kind === "list" && markersKeepUnknown(type.element, markersOfPart(markers, "items"));
}

/** Reports whether markers of a property or of its alias keep the unknown fields of its objects. */
export function propertyKeepsUnknown(universe: Universe, { type, markers }: Pick<Field, "type" | "markers">): boolean {
  if (markersKeepUnknown(type, markers)) return true;
  const declared = declaredAt(universe, type);
  return declared?.shape.kind === "alias" && keepsUnknown(universe, declared);
}

/** Reports whether objects have unknown fields in a property, and none in its peer. */
export function losesUnknown(universe: Universe, field: Field, peer: Field): boolean {
  if (!propertyKeepsUnknown(universe, field) || propertyKeepsUnknown(universe, peer)) return false;
  const declared = declaredAt(universe, peer.type);
  return declared === undefined || !keepsUnknown(universe, declared);
}

function declaredAt(universe: Universe, type: Type): TypeDeclaration | undefined {
  return type.kind === "ref" ? typeById(universe, type.to) : undefined;
}

/** Reports whether a value is an object with a type, or a list of them. */
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

/** Returns the names of all fields of two types; those of all members of a union. */
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
