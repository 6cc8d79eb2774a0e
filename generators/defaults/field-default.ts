import type { Field, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";
import { typeById } from "../../engine/model/lookup.js";
import { fieldTarget, readDefault, typeTarget, type DefaultValue } from "../presence/read-default.js";
import { setStep, type Unset } from "./set-step.js";
import type { Step } from "./step.js";
import { omitZero, hasDefault } from "../markers/defaults.js";

/**
 * Returns the statement that sets the default of a property; undefined if the property has no
 * default. An optional property without its own default gets the default of its type.
 */
export function fieldStep(universe: Universe, of: TypeDeclaration, field: Field, target: Printable): Step | undefined {
  const value = hasDefault(field)
    ? readDefault(universe, fieldTarget(field, of)).value
    : field.optional
      ? typeDefault(universe, field.type)
      : undefined;
  if (value === undefined) return undefined;
  if (field.nullable === true) return setNullable(field, target, value.code);
  return setStep(universe, field.type, target, value, unsetOf(field));
}

/** Null is the zero of a property without `?`, which gets the default; otherwise, it is a value. */
function setNullable({ optional }: Field, target: Printable, value: Printable): Step {
  return optional
    ? { kind: "when", condition: [target, " === undefined"], target, value }
    : { kind: "unset", target, value };
}

/**
 * Returns the statement that sets the default of a list item or a map value. This is the default of
 * its type; undefined if the type has no default.
 */
export function elementStep(universe: Universe, type: Type, target: Printable): Step | undefined {
  const value = typeDefault(universe, type);
  return value === undefined ? undefined : setStep(universe, type, target, value, "absent-or-zero");
}

/**
 * Returns the `+default` of a declared type. If the type is an alias, the default of the type to
 * which it refers is ignored.
 */
function typeDefault(universe: Universe, type: Type): DefaultValue | undefined {
  if (type.kind !== "ref") return undefined;
  const declaration = typeById(universe, type.to);
  return declaration === undefined || !hasDefault(declaration)
    ? undefined
    : readDefault(universe, typeTarget(declaration)).value;
}

function unsetOf(field: Field): Unset {
  if (!field.optional) return "zero";
  return omitZero.has(field) ? "absent-or-zero" : "absent";
}
