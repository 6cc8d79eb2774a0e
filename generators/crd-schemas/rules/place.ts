import type { Field, Type, Universe } from "../../../engine/model/universe.js";
import type { StatedCount } from "../../markers/constraints.js";
import type { JSONSchema } from "../schema/json-schema.js";
import { withCause, type Cause, type CausedRule } from "./causes.js";

/** A value in a schema to which validation rules apply. */
export interface SchemaValue {
  readonly universe: Universe;
  readonly type: Type;
  readonly schema: JSONSchema;
  /** The property that contains the value; absent for a declared type, an item, and a map value. */
  readonly field?: Field;
  /** True for a declared object type. The rules of its properties come before its own rules. */
  readonly isObject?: boolean;
  /**
   * The markers that count properties, in their order. Present if their rules become keywords
   * instead of CEL rules.
   */
  readonly countedAsKeywords?: readonly StatedCount[];
  /** The marker of the rule that is being converted, or of the rule that contains it. */
  readonly cause?: Cause | undefined;
}

/** Result of the conversion of validation rules for a CustomResourceDefinition. */
export interface Folded {
  /** Schema of the value, including the rules. */
  readonly schema: JSONSchema;
  /** Keywords to add to the schema of the object that contains the property. */
  readonly object: JSONSchema;
  /** Rules that a schema cannot express. */
  readonly lost: readonly CausedRule[];
}

export const ruleList = "x-kubernetes-validations";

/**
 * Returns the schema of a value with a CEL rule after the existing rules. If the schema already has
 * the rule, returns it unchanged.
 */
export function withRule({ schema, cause }: SchemaValue, rule: string, message: string): JSONSchema {
  const known = schema[ruleList] ?? [];
  if (known.some((one) => one.rule === rule)) return schema;
  return { ...schema, [ruleList]: [...known, withCause({ rule, message }, cause)] };
}
