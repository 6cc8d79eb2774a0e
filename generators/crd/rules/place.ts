import type { Field, Type, Universe } from "../../../engine/model/universe.js";
import type { Rule } from "../../../runtime/schema/rule.js";
import type { JSONSchema, SchemaRule as CELRule } from "../schema/json-schema.js";
import { merged } from "../schema/merge.js";

/** A value in a schema, to which rules apply. */
export interface SchemaValue {
  readonly universe: Universe;
  readonly type: Type;
  readonly schema: JSONSchema;
  /** The property with the value; absent for a type, an item, and a value of a map. */
  readonly field?: Field;
}

/** What rules become in a CustomResourceDefinition. */
export interface Folded {
  /** The schema of the value, with its rules. */
  readonly schema: JSONSchema;
  /** The keywords that the object with the property gets. */
  readonly object: JSONSchema;
  /** The rules that no schema can express. */
  readonly lost: readonly Rule[];
}

export const ruleList = "x-kubernetes-validations";

/** Returns a schema with a CEL rule after its others. */
export function withRule(schema: JSONSchema, rule: string, message: string): JSONSchema {
  const known: readonly CELRule[] = schema[ruleList] ?? [];
  return known.some((one) => one.rule === rule) ? schema : { ...schema, [ruleList]: [...known, { rule, message }] };
}

/** Returns a schema with more keywords. If it has one with another value, both apply. */
export function withSchemaKeywords(schema: JSONSchema, keywords: JSONSchema): JSONSchema {
  return merged(keywords, schema);
}
