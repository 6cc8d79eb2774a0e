import { isSchema, type CELSchema, type MaximumSize } from "./schema.js";

/** A rule of a CustomResourceDefinition (x-kubernetes-validations). */
export interface CELRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: "FieldValueInvalid" | "FieldValueForbidden" | "FieldValueRequired" | "FieldValueDuplicate";
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/** A rule from a document that was not checked, so that properties may be missing or invalid. */
export type WrittenRule = Partial<Omit<CELRule, "reason">> & { readonly reason?: string };

/** A structural schema with rules. */
export interface CELRuleSchema extends CELSchema {
  readonly items?: CELRuleSchema | readonly CELRuleSchema[];
  readonly minItems?: number;
  readonly properties?: { readonly [name: string]: CELRuleSchema };
  readonly additionalProperties?: CELRuleSchema | boolean;
  readonly allOf?: readonly CELRuleSchema[];
  readonly "x-kubernetes-validations"?: readonly WrittenRule[];
}

/** Returns the path of a property. */
export function propertyPath(path: string, property: string): string {
  return path === "" ? property : `${path}.${property}`;
}

/** A list or a map that contains the values to which a rule applies. */
export interface RuleContainer {
  readonly path: string;
  readonly keyword: MaximumSize;
  readonly bound: number | undefined;
}

/** A rule, and the schema to which it belongs. */
export interface CELRulePlace {
  readonly rule: WrittenRule;
  readonly schema: CELRuleSchema;
  /** The path of the values, such as `spec.items[]`, or `labels{}` for the values of a map. */
  readonly path: string;
  /** The lists and maps around the values, from the outermost one to the innermost one. */
  readonly containers: readonly RuleContainer[];
}

/** Returns the rules of a schema and of its parts. Rules in `allOf` do not count. */
export function* celRulesIn(
  schema: CELRuleSchema,
  path = "",
  containers: readonly RuleContainer[] = [],
): Generator<CELRulePlace> {
  for (const rule of schema["x-kubernetes-validations"] ?? []) yield { rule, schema, path, containers };
  const { items, additionalProperties: values, properties = {} } = schema;
  const within = (keyword: MaximumSize) => [...containers, { path, keyword, bound: schema[keyword] }];
  if (isSchema(items)) yield* celRulesIn(items, `${path}[]`, within("maxItems"));
  if (isSchema(values)) yield* celRulesIn(values, `${path}{}`, within("maxProperties"));
  for (const [name, part] of Object.entries(properties)) yield* celRulesIn(part, propertyPath(path, name), containers);
}
