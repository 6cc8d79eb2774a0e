import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Problem } from "../../engine/base/problem.js";
import { protobufExtends, protobufNullable } from "../markers/protobuf.js";
import { protobufProblems } from "../problem-codes/protobuf.js";

/** Reports markers of types that have no effect. */
export function unusedMarkers(universe: Universe, pkg: Package): readonly Problem[] {
  return Object.values(pkg.types).flatMap((type) => [...unusedExtends(universe, type), ...unusedNullable(type)]);
}

function unusedExtends(universe: Universe, type: TypeDeclaration): readonly Problem[] {
  const { shape, name } = type;
  const bases = new Set(shape.kind === "object" ? shape.bases.map((id) => typeById(universe, id)?.name) : []);
  return protobufExtends
    .readAll(type)
    .filter(({ value: { base } }) => !bases.has(base))
    .map(({ marker, value: { base } }) => ({
      ...protobufProblems.is("protobuf/unused-marker"),
      message: `+protobuf.extends has no effect: ${name} does not extend ${base}`,
      ...remedy(removeMarker(marker)),
      position: marker.position,
    }));
}

function unusedNullable(type: TypeDeclaration): readonly Problem[] {
  const { shape, name } = type;
  const marker = protobufNullable.find(type);
  if (marker === undefined || protobufNullable.read(type) !== true) return [];
  if (shape.kind === "alias" && (shape.of.kind === "list" || shape.of.kind === "map")) return [];
  return [
    {
      ...protobufProblems.is("protobuf/unused-marker"),
      message: `+protobuf.nullable has no effect: ${name} is not an alias of a list or map`,
      ...remedy(removeMarker(marker)),
      position: marker.position,
    },
  ];
}
