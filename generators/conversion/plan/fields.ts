import type { Field } from "../../../engine/model/universe.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { propertyAccess } from "../../../engine/render.js";
import type { Loss } from "../diagnostics/field-problems.js";
import { hasOmitZero, optedOut } from "../markers.js";
import { convertValue, type Value, type ValueContext } from "./value.js";
import { isNotZero, zeroValue } from "./zero.js";

/** A property of the literal that the result begins with, by the partial that prints it. */
export type Property =
  | { readonly kind: "value"; readonly name: string; readonly value: Value }
  | { readonly kind: "value-or-zero"; readonly name: string; readonly value: Value; readonly zero: Printable }
  | {
      readonly kind: "zero-if-absent";
      readonly name: string;
      readonly source: string;
      readonly value: Value;
      readonly zero: Printable;
    }
  | { readonly kind: "expression"; readonly name: string; readonly expression: Printable };

/** A property that is added where a condition holds. */
export interface OptionalProperty {
  readonly name: string;
  readonly condition: string;
  readonly value: Value;
}

/** A field of the output that the person gives, and its zero. */
export interface Manual {
  readonly name: string;
  readonly type: Printable;
  readonly zero: Printable;
}

/** What becomes of one field of the output. */
export interface FieldPlan {
  readonly property?: Property;
  readonly optional?: OptionalProperty;
  readonly manual?: Manual;
  /** Set where the input's field of the same name is taken over as it is, absent or not. */
  readonly unchanged?: boolean;
  readonly loss?: Loss;
  /** Set where the input has nothing for it and nobody said that this is meant so. */
  readonly sourceless?: Field;
}

/**
 * @param input the field of the input that belongs to it, if there is one
 * @param output how code writes the type that the field is in
 */
export function planField(context: ValueContext, input: Field | undefined, field: Field, output: Printable): FieldPlan {
  const { types } = context.world;
  const { name } = field;
  if (input === undefined || optedOut(input) || optedOut(field)) {
    const manual = leftToPerson(context, field, output);
    return input === undefined && !optedOut(field) ? { ...manual, sourceless: field } : manual;
  }
  const source = `input${propertyAccess(input.name)}`;
  const converted = convertValue(context, input.type, field.type, source, present(output, field));
  if (converted.kind === "drop") {
    return field.optional ? {} : { property: { kind: "expression", name, expression: zero(context, field, output) } };
  }
  if (converted.kind !== "value")
    return { ...leftToPerson(context, field, output), loss: { field: input, peer: field, why: converted } };
  const { value } = converted;
  // The same expression can be of another type, a text for a union of texts: that is an assignment,
  // no common field.
  const unchanged = converted.identical === true && input.name === name;
  if (field.optional) {
    if (input.optional) return { unchanged, optional: { name, condition: `${source} !== undefined`, value } };
    if (hasOmitZero(field)) return { optional: { name, condition: isNotZero(types, input.type, source), value } };
  }
  if (!input.optional) return { unchanged, property: { kind: "value", name, value } };
  const absent = zero(context, field, output);
  if (value.kind === "same") return { property: { kind: "value-or-zero", name, value, zero: absent } };
  return { property: { kind: "zero-if-absent", name, source, value, zero: absent } };
}

function leftToPerson(context: ValueContext, field: Field, output: Printable): FieldPlan {
  const { name } = field;
  const source = `manual${propertyAccess(name)}`;
  const manual: Manual = {
    name,
    type: member(output, field),
    zero: field.optional ? "undefined" : zero(context, field, output),
  };
  if (!field.optional) return { manual, property: { kind: "expression", name, expression: source } };
  // A zero that means absent need not be made undefined by the person.
  const isSet = hasOmitZero(field) ? ` && (${isNotZero(context.world.types, field.type, source)})` : "";
  return { manual, optional: { name, condition: `${source} !== undefined${isSet}`, value: { kind: "same", source } } };
}

function zero({ world }: ValueContext, field: Field, output: Printable): Printable {
  return zeroValue(world.types, field.type, present(output, field));
}

/** `v1.Pizza["size"]` */
function member(output: Printable, { name }: Field): Printable {
  return [output, `[${JSON.stringify(name)}]`];
}

/** The same without the undefined of an optional field. */
function present(output: Printable, field: Field): Printable {
  return field.optional ? ["NonNullable<", member(output, field), ">"] : member(output, field);
}
