import type { Field, Type, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";
import { typeById } from "../../engine/model/lookup.js";
import { fieldTarget, readDefault, typeTarget, type DefaultValue } from "../presence/read-default.js";
import type { DefaultingStep } from "./step.js";
import { omitZero, hasDefault } from "../markers/defaults.js";
import { zeroOfLiterals, zeroOfScalar } from "../../engine/model/facts/zero.js";
import { resolveAliases } from "../../engine/model/facts/resolve.js";

/**
 * Returns the statement that sets the default of a property; undefined if the property has no
 * default, or if the default never has an effect. An optional property without its own default gets
 * the default of its type.
 */
export function fieldStep(
  universe: Universe,
  of: TypeDeclaration,
  field: Field,
  target: Printable,
): DefaultingStep | undefined {
  const value = hasDefault(field)
    ? readDefault(universe, fieldTarget(field, of)).value
    : field.optional
      ? typeDefault(universe, field.type)
      : undefined;
  if (value === undefined) return undefined;
  if (field.nullable === true) return setNullable(field, target, value.code);
  return setStep(universe, field.type, target, value, unsetCondition(field));
}

/**
 * Returns the statement that sets the default of a nullable property. Without `?`, null is the zero
 * value, which the default replaces. With `?`, null is an explicit value, so the default replaces
 * only an absent value.
 */
function setNullable({ optional }: Field, target: Printable, value: Printable): DefaultingStep {
  return optional
    ? { kind: "when", condition: [target, " === undefined"], target, value }
    : { kind: "unset", target, value };
}

/**
 * Returns the statement that sets the default of a list item or a map value. This is the default of
 * its type. Returns undefined if the type has no default, or if the default never has an effect.
 */
export function elementStep(universe: Universe, type: Type, target: Printable): DefaultingStep | undefined {
  const value = typeDefault(universe, type);
  return value === undefined ? undefined : setStep(universe, type, target, value, "absent-or-zero");
}

/**
 * Returns the `+default` of a declared type; undefined if it has none. For an alias, the default of
 * the type to which the alias refers is ignored.
 */
function typeDefault(universe: Universe, type: Type): DefaultValue | undefined {
  if (type.kind !== "ref") return undefined;
  const declaration = typeById(universe, type.to);
  return declaration === undefined || !hasDefault(declaration)
    ? undefined
    : readDefault(universe, typeTarget(declaration)).value;
}

function unsetCondition(field: Field): Unset {
  if (!field.optional) return "zero";
  return omitZero.has(field) ? "absent-or-zero" : "absent";
}

/**
 * Values that a default replaces. For a required property, which is never absent, this is `zero`.
 */
type Unset = "absent" | "absent-or-zero" | "zero";

/** Returns the statement that sets a default; undefined if the default never has an effect. */
function setStep(
  universe: Universe,
  type: Type,
  target: Printable,
  { code, isZero }: DefaultValue,
  unset: Unset,
): DefaultingStep | undefined {
  if (unset === "absent") return { kind: "unset", target, value: code };
  if (isZero) return undefined;
  const mayBeAbsent = unset === "absent-or-zero";
  const when = (condition: Printable): DefaultingStep => ({ kind: "when", condition, target, value: code });
  const resolved = resolveAliases(universe, type);
  switch (resolved?.kind) {
    case "scalar":
      switch (resolved.name) {
        case "any":
          return { kind: "unset", target, value: code };
        case "Quantity":
        case "Duration":
          return when(["!", target, " || ", target, ` === ${JSON.stringify(zeroOfScalar(resolved.name))}`]);
        case "RawExtension":
        case "FieldsV1":
          return when(emptyObject(target, mayBeAbsent));
        default:
          return { kind: "zero", target, value: code };
      }
    case "literals":
      if (resolved.values.includes(zeroOfLiterals(resolved.values))) return { kind: "zero", target, value: code };
      // The compiler treats every literal of the union as truthy, but a property that was never set
      // is falsy at run time. The type assertion is therefore needed.
      return when(mayBeAbsent ? ["!", target] : ["!(", target, " as ", typeof resolved.values[0], ")"]);
    case "list":
      return when(mayBeAbsent ? ["!", target, "?.length"] : [target, ".length === 0"]);
    case "map":
      return when(emptyObject(target, mayBeAbsent));
    default:
      return mayBeAbsent ? { kind: "unset", target, value: code } : undefined;
  }
}

function emptyObject(target: Printable, mayBeAbsent: boolean): Printable {
  return ["Object.keys(", target, mayBeAbsent ? " ?? {}" : "", ").length === 0"];
}
