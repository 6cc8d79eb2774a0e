import type { FieldShape, SchemaShape, ValueShape } from "../schema/schema.js";
import { isInherited } from "../json/values.js";
import { typeMetaConstant } from "./type-meta.js";

/**
 * Fields of an object in the order in which they are decoded. Decoders from source text and from
 * closures use the same plan.
 */
export interface ObjectPlan {
  readonly required: readonly DecodePlan[];
  readonly optional: readonly DecodePlan[];
  /** The object keeps fields that its type does not have. */
  readonly keepsUnknown: boolean;
}

export interface DecodePlan {
  readonly name: string;
  readonly value: FieldShape;
  /** True if every JavaScript object inherits a property of this name, such as `toString`. */
  readonly isInherited: boolean;
  /**
   * Constant value of the field, independent of the input: apiVersion and kind of an object of a
   * known type.
   */
  readonly fixed: string | undefined;
  /** Null is a value, which is not the same as absent. */
  readonly isNullable: boolean;
  /** Input that replaces an absent field. An absent duration is `0s`, while null is an error. */
  readonly absent: "0s" | null;
}

/**
 * Returns the plan: required fields before optional fields, and both in declaration order. The
 * constant order keeps the number of V8's hidden classes small.
 */
export function planDecode(shape: SchemaShape, isEmbedded: boolean): ObjectPlan {
  const required: DecodePlan[] = [];
  const optional: DecodePlan[] = [];
  for (const [name, value] of Object.entries(shape.fields ?? {})) {
    const isTypeMeta = shape.gvk !== undefined && (name === "kind" || name === "apiVersion");
    const fixed = isTypeMeta && !isEmbedded ? typeMetaConstant(shape.gvk, name) : undefined;
    const isOptional = value.optional === true || (isEmbedded && isTypeMeta);
    (isOptional ? optional : required).push({
      name,
      value,
      isInherited: isInherited(name),
      fixed,
      isNullable: value.nullable === true,
      absent: value.type === "Duration" && value.nullable !== true ? "0s" : null,
    });
  }
  return { required, optional, keepsUnknown: shape.preserveUnknown === true };
}

/**
 * Reports whether items of a list can be integers. A reference to another type counts as true,
 * because it is not resolved yet.
 */
export function mayBeInteger(item: ValueShape): boolean {
  switch (item.type) {
    case "int8":
    case "int16":
    case "int32":
    case "int64":
    case "uint8":
    case "uint16":
    case "uint32":
    case "uint64":
    case "IntOrString":
    case "ref":
      return true;
    default:
      return false;
  }
}
