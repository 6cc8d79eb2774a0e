import { remedy, removeMarker } from "../../engine/base/fix.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Problem } from "../../engine/base/problem.js";
import { protobufExtends, protobufNullable } from "../markers/protobuf.js";
import { unknownFieldMarker } from "../markers/extensions.js";
import { markersKeepUnknown } from "../type-schemas/unknown-fields.js";
import type { ProtobufMessage } from "./message.js";
import { protobufProblems } from "../problem-codes/protobuf.js";

/**
 * Reports protobuf markers that have no effect, and markers for unknown fields, which have no
 * effect in protobuf.
 */
export function unusedMarkers(
  universe: Universe,
  pkg: Package,
  messages: readonly ProtobufMessage[],
): readonly Problem[] {
  return [
    ...Object.values(pkg.types).flatMap((type) => [...unusedExtends(universe, type), ...unusedNullable(type)]),
    ...messages.flatMap(lostUnknown),
  ];
}

/**
 * Reports markers that preserve unknown fields, because a protobuf message cannot preserve them.
 */
function lostUnknown({ type, fields }: ProtobufMessage): readonly Problem[] {
  const properties = fields.flatMap(({ property }) => property ?? []).filter(({ from }) => from === undefined);
  const places = [
    ...(unknownFieldMarker(type.markers) !== undefined ? [{ label: type.name, position: type.position }] : []),
    ...properties.flatMap((property) =>
      markersKeepUnknown(property.type, property.markers)
        ? [{ label: `${type.name}.${property.name}`, position: property.position }]
        : [],
    ),
  ];
  return places.map(({ label, position }) => ({
    ...protobufProblems.is("protobuf/unknown-fields"),
    message: `${label} keeps unknown fields, but protobuf does not: an update in protobuf removes unknown fields`,
    hint: "use JSON, or a property of the type RawExtension for these fields",
    position,
  }));
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
