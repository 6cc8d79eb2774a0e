import { resolveAliases } from "../../engine/model/facts/resolve.js";
import { typeById } from "../../engine/model/lookup.js";
import type { Field, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { defaultMarkerOf } from "../markers/defaults.js";
import { statedDefault, type StatedDefault } from "../presence/stated-default.js";

/**
 * Returns the default of a property from its marker, or else from its type's marker: a JSON value,
 * or a constant whose value is not a literal. Returns undefined if neither has a default, and for a
 * value that is not JSON, which the defaults generator reports.
 */
export function fieldDefault(
  universe: Universe,
  of: TypeDeclaration,
  { from, markers, type }: Field,
): StatedDefault | undefined {
  const pkg = from?.slice(0, from.indexOf("#")) ?? of.package;
  const declared = type.kind === "ref" ? typeById(universe, type.to) : undefined;
  const stated =
    statedDefault(universe, defaultMarkerOf({ markers }), pkg) ??
    (declared && statedDefault(universe, defaultMarkerOf(declared), declared.package));
  if (stated === undefined || "value" in stated || stated.constant.value === undefined) return stated;
  return { value: stated.constant.value };
}

/** The value of a default, or the reason why codegen cannot compute it. */
export type ConstantValue = { readonly value: unknown } | { readonly fault: string };

/** Returns the default of a property in a CustomResourceDefinition. */
export function constantValue(universe: Universe, of: TypeDeclaration, field: Field): ConstantValue | undefined {
  const found = fieldDefault(universe, of, field);
  if (found === undefined || "value" in found) return found;
  return { fault: `the value of the constant ${found.constant.name} is computed` };
}

export type ScalarDefault = string | number | boolean;

/**
 * Returns the default of a property with scalar values; undefined for any other property, and if
 * the property has no default or its value is not a literal.
 */
export function scalarDefault(universe: Universe, of: TypeDeclaration, field: Field): ScalarDefault | undefined {
  const kind = resolveAliases(universe, field.type)?.kind;
  const stated = kind === "scalar" || kind === "literals" ? fieldDefault(universe, of, field) : undefined;
  const value = stated !== undefined && "value" in stated ? stated.value : undefined;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}
