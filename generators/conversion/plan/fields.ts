import type { Field } from "../../../engine/model/universe.js";
import type { Printable } from "../../../engine/base/symbol.js";
import { propertyAccess } from "../../../engine/print/render.js";
import { omitZero } from "../../markers/defaults.js";
import { optedOut } from "../../markers/conversion.js";
import { convertValue, type PlannedConversion, type ValueExpression, type ValueScope } from "../../pairs/value.js";
import { propertyKeepsUnknown } from "../../type-schemas/unknown-fields.js";
import { notZeroCondition, zeroValue } from "./zero.js";

/**
 * A property of the object literal at the beginning of a conversion function. `kind` is the name of
 * the partial template that prints it.
 */
export type OutputProperty =
  | { readonly kind: "value"; readonly name: string; readonly value: ValueExpression }
  | { readonly kind: "value-or-zero"; readonly name: string; readonly value: ValueExpression; readonly zero: Printable }
  | {
      readonly kind: "zero-if-absent";
      readonly name: string;
      readonly source: string;
      readonly value: ValueExpression;
      readonly zero: Printable;
    }
  | { readonly kind: "expression"; readonly name: string; readonly expression: Printable };

/** A property that the function sets only if a condition is true. */
export interface OptionalProperty {
  readonly name: string;
  readonly condition: string;
  readonly value: ValueExpression;
}

/**
 * A field of the output that generated code cannot fill. The caller of an autoConvert function
 * passes it in the parameter `manual`.
 */
export interface ManualField {
  readonly name: string;
  readonly type: Printable;
  readonly zero: Printable;
}

/**
 * A field of the input that generated code omits, with the reason: it has no peer, or its value
 * cannot be converted.
 */
export type OmittedField = { readonly field: Field } & (
  | { readonly kind: "no-peer" }
  | ({ readonly peer: Field } & Exclude<PlannedConversion, { readonly kind: "value" | "drop" }>)
);

/** Plan for one field of the output. All properties are absent if the field needs no code. */
export interface ConvertedField {
  readonly property?: OutputProperty;
  readonly optional?: OptionalProperty;
  readonly manual?: ManualField;
  /**
   * True if a clone of the input already has the right value for the field, or correctly lacks the
   * field.
   */
  readonly unchanged?: boolean;
  readonly loss?: OmittedField;
  /**
   * The field of the output, if it has no corresponding field in the input and no marker permits
   * this.
   */
  readonly outputOnly?: Field;
}

/**
 * Plans one field of the output.
 * @param input the corresponding field of the input; undefined if none exists
 * @param output the output type as generated code writes it
 */
export function planField(
  scope: ValueScope,
  input: Field | undefined,
  field: Field,
  output: Printable,
): ConvertedField {
  const { types } = scope.context;
  const { name } = field;
  if (input === undefined || optedOut(input) || optedOut(field)) {
    const manual = planManual(scope, field, output);
    return input === undefined && !optedOut(field) ? { ...manual, outputOnly: field } : manual;
  }
  const source = `input${propertyAccess(input.name)}`;
  const converted = convertField(scope, input, field, source, output);
  if (converted.kind === "drop") {
    return field.optional ? {} : { property: { kind: "expression", name, expression: zero(scope, field, output) } };
  }
  if (converted.kind !== "value")
    return { ...planManual(scope, field, output), loss: { ...converted, field: input, peer: field } };
  const { value } = converted;
  // Equal expressions are not enough: a string and a union of strings have the same expression but
  // different types, so a clone would not compile.
  const unchanged = converted.identical === true && input.name === name;
  if (field.optional) {
    if (input.optional) return { unchanged, optional: { name, condition: `${source} !== undefined`, value } };
    if (omitZero.has(field)) {
      const isSet = notZeroCondition(types, input.type, source);
      const condition = input.nullable === true ? `${source} === null || ${isSet}` : isSet;
      return { optional: { name, condition, value } };
    }
  }
  if (!input.optional) return { unchanged, property: { kind: "value", name, value } };
  const absent = zero(scope, field, output);
  if (value.kind === "same") return { property: { kind: "value-or-zero", name, value, zero: absent } };
  return { property: { kind: "zero-if-absent", name, source, value, zero: absent } };
}

/**
 * Plans the conversion of a field's value, including null. If only the input can be null, the types
 * differ.
 */
function convertField(
  scope: ValueScope,
  input: Field,
  field: Field,
  source: string,
  output: Printable,
): PlannedConversion {
  const { universe } = scope.context;
  const keepsUnknown = { from: propertyKeepsUnknown(universe, input), to: propertyKeepsUnknown(universe, field) };
  const inPlace = keepsUnknown.from || keepsUnknown.to ? { ...scope, keepsUnknown } : scope;
  const converted = convertValue(inPlace, input.type, field.type, source, present(output, field));
  if (input.nullable !== true || converted.kind !== "value") return converted;
  if (field.nullable !== true) return { kind: "differ", from: input.type, to: field.type };
  const { value } = converted;
  return value.kind === "same" ? converted : { kind: "value", value: { kind: "nullable", source, value } };
}

function planManual(scope: ValueScope, field: Field, output: Printable): ConvertedField {
  const { name } = field;
  const source = `manual${propertyAccess(name)}`;
  const manual: ManualField = {
    name,
    type: member(output, field),
    zero: field.optional ? "undefined" : zero(scope, field, output),
  };
  if (!field.optional) return { manual, property: { kind: "expression", name, expression: source } };
  // With `+omitzero`, a zero value that the caller passes in `manual` is omitted like any other
  // zero value.
  const isSet = omitZero.has(field) ? ` && (${notZeroCondition(scope.context.types, field.type, source)})` : "";
  return { manual, optional: { name, condition: `${source} !== undefined${isSet}`, value: { kind: "same", source } } };
}

function zero({ context }: ValueScope, field: Field, output: Printable): Printable {
  if (field.nullable === true) return "null";
  return zeroValue(context.types, field.type, present(output, field));
}

/** Returns the type of a field as generated code writes it: `v1.Pizza["size"]`. */
function member(output: Printable, { name }: Field): Printable {
  return [output, `[${JSON.stringify(name)}]`];
}

/** Returns the type of a field without `undefined` and `null`. */
function present(output: Printable, field: Field): Printable {
  return field.optional || field.nullable === true
    ? ["NonNullable<", member(output, field), ">"]
    : member(output, field);
}
