import type { Field, Type, Universe } from "../../../engine/model/universe.js";
import type { StatedCount } from "../../markers/constraints.js";
import type { JSONSchema, SchemaRule as CELRule } from "../schema/json-schema.js";
import { merged } from "../schema/merge.js";
import type { CausedRule } from "./causes.js";

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

/** Returns a schema with one more CEL rule, after the existing rules. */
export function withRule(schema: JSONSchema, rule: string, message: string): JSONSchema {
  const known: readonly CELRule[] = schema[ruleList] ?? [];
  return known.some((one) => one.rule === rule) ? schema : { ...schema, [ruleList]: [...known, { rule, message }] };
}

/**
 * Returns a schema with additional keywords. If a keyword already has another value, both values
 * apply.
 */
export function withSchemaKeywords(schema: JSONSchema, keywords: JSONSchema): JSONSchema {
  return merged(keywords, schema);
}
