import { isFloat, isNumberKind } from "./number-kinds.js";
import type { FieldShape, SchemaShape, ValueShape } from "../schema/schema.js";
import { isInherited } from "../json/values.js";
import { typeMetaConstant } from "./type-meta.js";

/**
 * The fields of an object type, in the order in which they are decoded. Both forms of decoders
 * (source text and closures) use this plan.
 */
export interface ObjectPlan {
  readonly required: readonly DecodePlan[];
  readonly optional: readonly DecodePlan[];
  /** True if objects keep fields that their type does not declare. */
  readonly keepsUnknown: boolean;
}

export interface DecodePlan {
  readonly name: string;
  readonly value: FieldShape;
  /** True if JavaScript objects inherit a property with this name, such as `toString`. */
  readonly isInherited: boolean;
  /**
   * Constant value of the field: apiVersion or kind of an object whose kind is known. The value in
   * the input is ignored. Undefined for other fields.
   */
  readonly fixed: string | undefined;
  /** True if null is a valid value of the field. Otherwise, null counts as absent. */
  readonly isNullable: boolean;
  /**
   * Value that is decoded if the field is absent. For a duration that is not nullable, this is
   * `0s`, because null is an error there.
   */
  readonly absent: "0s" | null;
}

/**
 * Returns the plan for decoding a type: required fields, then optional fields, each in declaration
 * order. The constant order keeps the number of V8's hidden classes small.
 * @param isEmbedded true for an embedded object, whose apiVersion and kind are optional
 */
export function planDecode(shape: SchemaShape, isEmbedded: boolean): ObjectPlan {
  const required: DecodePlan[] = [];
  const optional: DecodePlan[] = [];
  for (const [name, value] of Object.entries(shape.fields ?? {})) {
    const constant = typeMetaConstant(shape.gvk, name);
    const isOptional = value.optional === true || (isEmbedded && constant !== undefined);
    (isOptional ? optional : required).push({
      name,
      value,
      isInherited: isInherited(name),
      fixed: isEmbedded ? undefined : constant,
      isNullable: value.nullable === true,
      absent: value.type === "Duration" && value.nullable !== true ? "0s" : null,
    });
  }
  return { required, optional, keepsUnknown: shape.preserveUnknown === true };
}

/**
 * Reports whether items of a list can be integers. Returns true for a reference to another type,
 * because the reference is not resolved yet.
 */
export function mayBeInteger({ type }: ValueShape): boolean {
  return type === "IntOrString" || type === "ref" || (isNumberKind(type) && !isFloat(type));
}
