import type { SchemaShape, ValueShape } from "../schema.js";
import { isInherited } from "../values.js";
import { typeMetaOf } from "./type-meta.js";

/** How an object is decoded; both back ends build their decoders from it. */
export interface ObjectPlan {
  readonly required: readonly FieldPlan[];
  readonly optional: readonly FieldPlan[];
}

export interface FieldPlan {
  readonly name: string;
  readonly value: ValueShape;
  /** The name needs care: every object inherits something under it. */
  readonly isInherited: boolean;
  /**
   * What the field holds whatever is sent: apiVersion and kind of an object whose type is known.
   */
  readonly fixed: string | undefined;
  /** What is decoded where the field is absent. Null is read as absent, other than by durations. */
  readonly absent: "0s" | null;
}

/**
 * Required fields come first, then optional ones, each in the order of declaration: a type has few
 * hidden classes.
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

/**
 * Whether the items of a list may turn out to be integers. What a reference means is not known yet.
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
