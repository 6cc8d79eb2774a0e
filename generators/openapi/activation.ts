import type { Marker } from "../../engine/markers/marker.js";
import { groupOf, internalVersion, versionOf } from "../../engine/model/group-version.js";
import { folders, typeById } from "../../engine/model/lookup.js";
import type { Package, PackageId, Type, TypeDeclaration, TypeId, Universe } from "../../engine/model/universe.js";

/** The types that get a definition, by folder, each in order of declaration: those of served versions, and what they refer to. */
export function activeTypes(universe: Universe): ReadonlyMap<PackageId, readonly TypeDeclaration[]> {
  const active = new Set<TypeId>(folders(universe).flatMap((home) => rootsOf(universe, home).map(({ id }) => id)));
  // A set hands out what is added while it is read.
  for (const id of active) {
    const type = typeById(universe, id);
    for (const to of type === undefined ? [] : referencesOf(type)) if (isDefinable(universe, to)) active.add(to);
  }
  const homes = folders(universe).map((home) => [home.id, Object.values(home.types).filter(({ id }) => active.has(id))] as const);
  return new Map(homes.filter(([, types]) => types.length > 0));
}

/** Whether a folder or a type opts out or in. */
export function wishOf(markers: readonly Marker[]): boolean | undefined {
  const wish = markers.find(({ name, value }) => name === "k8s:openapi-gen" && (value === "true" || value === "false"));
  return wish === undefined ? undefined : wish.value === "true";
}

function rootsOf(universe: Universe, home: Package): readonly TypeDeclaration[] {
  const wish = wishOf(home.markers);
  if (wish === false) return [];
  const version = versionOf(universe, home);
  const isServed = groupOf(home) !== undefined && version !== undefined && version !== internalVersion;
  // What is opaque in a folder is a generic: each of its uses is a type.
  return Object.values(home.types).filter((type) => type.exported && type.shape.kind !== "opaque" && (wishOf(type.markers) ?? (wish ?? isServed)));
}

function isDefinable(universe: Universe, id: TypeId): boolean {
  const type = typeById(universe, id);
  return type !== undefined && type.shape.kind !== "opaque" && wishOf(type.markers) !== false && universe.packages[type.package]?.kind === "folder";
}

function referencesOf({ shape }: TypeDeclaration): readonly TypeId[] {
  switch (shape.kind) {
    case "object":
      return shape.fields.flatMap(({ type }) => typesIn(type));
    case "union":
      return shape.members.map(({ type }) => type);
    case "alias":
      return typesIn(shape.of);
    case "opaque":
      return [];
  }
}

/** The declared types that stand in a type. */
export function typesIn(type: Type): readonly TypeId[] {
  switch (type.kind) {
    case "list":
      return typesIn(type.element);
    case "map":
      return typesIn(type.value);
    case "tuple":
      return type.elements.flatMap(typesIn);
    case "ref":
      return [type.to];
    case "embedded":
      return [type.of];
    default:
      return [];
  }
}
