import { isSchema } from "../../cel/types/schema.js";
import type { CELRuleSchema, WrittenRule } from "../../cel/types/rule.js";
import { withParts } from "../../rules/keywords.js";
import { structuralSchema } from "../../rules/structural.js";
import type { TypeSchema } from "../../schema/schema.js";

/** A CEL rule of a type, or of a field, item or entry inside the type. */
export interface PlacedRule {
  /** Path of the values to which the rule applies: `spec.boxes[*]`. */
  readonly place: string;
  readonly rule: WrittenRule;
  /** The schema of the whole type with this rule only. */
  readonly only: CELRuleSchema;
}

/** Returns the CEL rules of a type, and of all fields, items and entries inside the type. */
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
  const rules = schema["x-kubernetes-validations"]?.filter((rule) => rule === wanted) ?? [];
  return { ...withParts(schema, (part) => onlyRule(part, wanted)), "x-kubernetes-validations": rules };
}
