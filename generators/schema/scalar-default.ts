import type { Marker } from "../../engine/markers/marker.js";
import type { Field, PackageId, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import { isDefault } from "../markers/defaults.js";
import { defaultConstant } from "../presence/reference.js";
import { resolve } from "../../engine/model/facts/resolve.js";

export type Scalar = string | number | boolean;

/**
 * Returns the value of `+default` of a property whose values are scalars: that of its own marker,
 * otherwise that of its type. Returns undefined for other properties, and without a marker.
 */
export function scalarDefault(universe: Universe, field: Field, of: TypeDeclaration): Scalar | undefined {
  const kind = resolve(universe, field.type)?.kind;
  if (kind !== "scalar" && kind !== "literals") return undefined;
  const pkg = field.from?.slice(0, field.from.indexOf("#")) ?? of.package;
  const value = valueOf(universe, field.markers, pkg) ?? valueOfType(universe, field);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

function valueOfType(universe: Universe, { type }: Field): unknown {
  const declaration = type.kind === "ref" ? typeById(universe, type.to) : undefined;
  return declaration === undefined ? undefined : valueOf(universe, declaration.markers, declaration.package);
}

/** Returns undefined for a value that is not JSON, which the generator of defaults reports. */
function valueOf(universe: Universe, markers: readonly Marker[], pkg: PackageId): unknown {
  const text = markers.find(isDefault)?.value;
  const path = /^ref\((.*)\)$/.exec(text ?? "")?.[1]?.trim();
  if (path !== undefined) return defaultConstant(universe, pkg, path)?.value;
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
