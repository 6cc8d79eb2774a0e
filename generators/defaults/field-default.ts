import type { Field, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";
import { findDeclaration } from "../../engine/print/type.js";
import { fieldTarget, hasDefault, readDefault, typeTarget, type DefaultValue } from "./read-default.js";
import { setStep, type Unset } from "./set-step.js";
import type { Step } from "./step.js";

/**
 * The statement that gives a property its default, if it has one with an effect: its own, or where
 * it is optional its type's.
 */
export function fieldStep(universe: Universe, of: TypeDeclaration, field: Field, target: Printable): Step | undefined {
  const value = hasDefault(field.markers)
    ? readDefault(universe, fieldTarget(field, of)).value
    : field.optional
      ? typeDefault(universe, field.type)
      : undefined;
  return value === undefined ? undefined : setStep(universe, field.type, target, value, unsetOf(field));
}

/** The statement that gives an element of a list or a value of a map its type's default. */
export function elementStep(universe: Universe, type: Type, target: Printable): Step | undefined {
  const value = typeDefault(universe, type);
  return value === undefined ? undefined : setStep(universe, type, target, value, "absent-or-zero");
}

/** A type's own `+default`; that of a type which it merely is another name for does not count. */
function typeDefault(universe: Universe, type: Type): DefaultValue | undefined {
  if (type.kind !== "ref") return undefined;
  const declaration = findDeclaration(universe, type.to);
  return declaration === undefined || !hasDefault(declaration.markers)
    ? undefined
    : readDefault(universe, typeTarget(declaration)).value;
}

function unsetOf({ optional, markers }: Field): Unset {
  if (!optional) return "zero";
  return markers.some(({ name }) => name === "omitzero") ? "absent-or-zero" : "absent";
}
