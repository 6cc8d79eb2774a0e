import { isSchema, type CELSchema } from "./schema.js";

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

/** The schema of a property, of the items of a list, or of the values of a map. */
interface SchemaPart {
  /** The path of the values, such as `spec.items[]`, or `labels{}` for the values of a map. */
  readonly path: string;
  readonly part: CELRuleSchema;
  /** Absent for a property. */
  readonly container?: "list" | "map";
}

/** Returns the parts of a schema whose values have a path. */
export function schemaPartsOf(schema: CELRuleSchema, path: string): readonly SchemaPart[] {
  const { items, additionalProperties: values, properties = {} } = schema;
  return [
    ...(isSchema(items) ? [{ path: `${path}[]`, part: items, container: "list" as const }] : []),
    ...(isSchema(values) ? [{ path: `${path}{}`, part: values, container: "map" as const }] : []),
    ...Object.entries(properties).map(([name, part]) => ({ path: propertyPath(path, name), part })),
  ];
}
