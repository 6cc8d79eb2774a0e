import { objectOf } from "../../../engine/model/lookup.js";
import type { Field, Type, Universe } from "../../../engine/model/universe.js";
import { escapedName, stringLiteral } from "../../../runtime/cel/index.js";
import type { ItemKeys } from "../../../runtime/schema/rule.js";
import { isPrimitive, type RuleValueKind } from "../../../runtime/rules/value.js";
import { nativeKind, propertyValue } from "../../rules/native.js";

/** Returns the CEL expression of a property; undefined for a name that CEL cannot express. */
export function member(object: string, name: string): string | undefined {
  const escaped = escapedName(name);
  return escaped === undefined ? undefined : `${object}.${escaped}`;
}

/** Returns a CEL literal for a value of a kind. */
export function literal(kind: RuleValueKind, value: string | number | boolean): string {
  if (typeof value === "string") return stringLiteral(value);
  return kind === "float" && Number.isInteger(value) ? `${String(value)}.0` : String(value);
}

/** Returns a CEL expression that is true if a value is one of the literals. */
export function isOneOf(kind: RuleValueKind, value: string, literals: readonly (string | number | boolean)[]): string {
  return `${value} in [${literals.map((one) => literal(kind, one)).join(", ")}]`;
}

/** Returns a CEL expression that is true if a present value is not the zero value of its type. */
export function isNotZero(kind: RuleValueKind, value: string): string {
  switch (kind) {
    case "list":
    case "map":
      return `${value}.size() > 0`;
    case "bytes":
      return `size(${value}) > 0`;
    case "string":
      return `${value} != ''`;
    case "int":
      return `${value} != 0`;
    case "float":
      return `${value} != 0.0`;
    case "bool":
      return value;
    default:
      return "true";
  }
}

/**
 * Returns a CEL expression that is true if a property of an object is set. As in the server, the
 * zero value can count as unset (see `isZeroSet`). Returns undefined for a name that CEL cannot
 * express.
 */
export function setExpression(universe: Universe, field: Field, object = "self"): string | undefined {
  const path = member(object, field.name);
  if (path === undefined) return undefined;
  const has = `has(${path})`;
  const kind = nativeKind(universe, field.type);
  return isZeroSet(universe, field) ? has : `${has} && ${isNotZero(kind, path)}`;
}

/** Returns the property with a name; undefined if the type has none or is not an object type. */
export function fieldNamed(universe: Universe, type: Type, name: string): Field | undefined {
  return objectOf(universe, type)?.shape.fields.find((field) => field.name === name);
}

/**
 * Reports whether a property with the zero value of its type counts as set. If so, only an absent
 * property is unset.
 */
export function isZeroSet(universe: Universe, field: Field): boolean {
  const value = propertyValue(universe, field);
  if (value.pointer) return value.isZeroUnset !== true;
  const kind = nativeKind(universe, field.type);
  return !isPrimitive(kind) && kind !== "list" && kind !== "map";
}

/** Returns a CEL expression that is true for the items that a selector matches. */
export function selectedExpression(where: ItemKeys, item: string): string {
  const terms = Object.entries(where).map(([name, value]) => {
    const path = member(item, name) ?? item;
    return `has(${path}) && ${path} == ${literal("int", value)}`;
  });
  return terms.join(" && ");
}
