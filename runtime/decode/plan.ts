import type { SchemaShape, ValueShape } from "../schema.js";
import { isInherited } from "../values.js";
import { typeMetaOf } from "./type-meta.js";

/** Plan for decoding an object, common to both implementations of decoders. */
export interface ObjectPlan {
  readonly required: readonly FieldPlan[];
  readonly optional: readonly FieldPlan[];
}

export interface FieldPlan {
  readonly name: string;
  readonly value: ValueShape;
  /** Every object inherits a property with this name. */
  readonly isInherited: boolean;
  /** Value of the field for any input: apiVersion and kind of an object of a known type. */
  readonly fixed: string | undefined;
  /**
   * Value that is decoded where the field is absent. For durations, null and an absent field
   * differ.
   */
  readonly absent: "0s" | null;
}

/**
 * Orders required fields first, then optional ones, each in declaration order, so that a type has
 * few hidden classes.
 */
export function planObject(shape: SchemaShape, isEmbedded: boolean): ObjectPlan {
  const required: FieldPlan[] = [];
  const optional: FieldPlan[] = [];
  for (const [name, value] of Object.entries(shape.fields ?? {})) {
    const isTypeMeta = shape.gvk !== undefined && (name === "kind" || name === "apiVersion");
    const fixed = isTypeMeta && !isEmbedded ? typeMetaOf(shape.gvk, name) : undefined;
    const isOptional = value.optional === true || (isEmbedded && isTypeMeta);
    (isOptional ? optional : required).push({
      name,
      value,
      isInherited: isInherited(name),
      fixed,
      absent: value.type === "Duration" ? "0s" : null,
    });
  }
  return { required, optional };
}

/** Reports whether items of a list can be integers. References are not resolved yet. */
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
