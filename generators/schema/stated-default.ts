import type { Marker } from "../../engine/markers/marker.js";
import { packageById, typeById } from "../../engine/model/lookup.js";
import type { Field, PackageId, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { resolveAliases } from "../../engine/model/facts/resolve.js";
import type { SymbolRef } from "../../engine/base/symbol.js";
import { isDefaultMarker } from "../markers/defaults.js";
import { statedDefault } from "../presence/stated-default.js";

export type ScalarDefault = string | number | boolean;

/** A default: a JSON value, or a constant whose value is not a literal. */
type StatedDefault = { readonly value: unknown } | { readonly constant: SymbolRef };

/**
 * Returns the default of a property from its marker, or else from its type's marker. Returns
 * undefined if neither has a default, and for a value that is not JSON, which the defaults
 * generator reports.
 */
export function schemaDefaultOf(universe: Universe, field: Field, of: TypeDeclaration): StatedDefault | undefined {
  const pkg = field.from?.slice(0, field.from.indexOf("#")) ?? of.package;
  const type = field.type.kind === "ref" ? typeById(universe, field.type.to) : undefined;
  return statedIn(universe, field.markers, pkg) ?? (type && statedIn(universe, type.markers, type.package));
}

/**
 * Returns the default of a property with scalar values; undefined for any other property, and if
 * the property has no default or its value is not a literal.
 */
export function scalarDefault(universe: Universe, field: Field, of: TypeDeclaration): ScalarDefault | undefined {
  const kind = resolveAliases(universe, field.type)?.kind;
  const stated = kind === "scalar" || kind === "literals" ? schemaDefaultOf(universe, field, of) : undefined;
  const value = stated !== undefined && "value" in stated ? stated.value : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

function statedIn(universe: Universe, markers: readonly Marker[], pkg: PackageId): StatedDefault | undefined {
  const stated = statedDefault(universe, markers.find(isDefaultMarker), pkg);
  if (stated === undefined || "value" in stated) return stated;
  const { constant } = stated;
  if (constant.value !== undefined) return { value: constant.value };
  const isModule = packageById(universe, constant.package)?.kind === "module";
  return { constant: { symbol: constant.name, from: constant.file, ...(isModule && ({ module: true } as const)) } };
}
