import type { CELRuleSchema, WrittenRule } from "../../cel/types/rule.js";
import { structuralSchema } from "../../rules/structural.js";
import type { TypeSchema } from "../../schema/schema.js";

/** A CEL rule of a type or of one of its parts. */
export interface PlacedRule {
  /** The path of the values to which the rule applies: `spec.boxes[*]`. */
  readonly place: string;
  readonly rule: WrittenRule;
  /** The schema of the type with this rule only. */
  readonly only: CELRuleSchema;
}

/** Returns the CEL rules of a type and its parts. */
export function placedCELRules(schema: TypeSchema): readonly PlacedRule[] {
  const root = structuralSchema(schema);
  const found: PlacedRule[] = [];
  visit(root, "");
  return found;

  function visit(part: CELRuleSchema, place: string): void {
    for (const rule of part["x-kubernetes-validations"] ?? []) found.push({ place, rule, only: onlyRule(root, rule) });
    for (const [name, property] of Object.entries(part.properties ?? {}))
      visit(property, place === "" ? name : `${place}.${name}`);
    for (const inner of [part.items, part.additionalProperties]) if (isSchema(inner)) visit(inner, `${place}[*]`);
  }
}

function onlyRule(schema: CELRuleSchema, wanted: WrittenRule): CELRuleSchema {
  const { properties, items, additionalProperties } = schema;
  const rules = schema["x-kubernetes-validations"]?.filter((rule) => rule === wanted) ?? [];
  return {
    ...schema,
    "x-kubernetes-validations": rules,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, onlyRule(one, wanted)])),
    }),
    ...(isSchema(items) && { items: onlyRule(items, wanted) }),
    ...(isSchema(additionalProperties) && { additionalProperties: onlyRule(additionalProperties, wanted) }),
  };
}

function isSchema(schema: CELRuleSchema["items"] | boolean): schema is CELRuleSchema {
  return typeof schema === "object" && !Array.isArray(schema);
}
