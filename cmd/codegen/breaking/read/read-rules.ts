import type { PlanInput } from "../../../../engine/plan/generator.js";
import type { Marker } from "../../../../engine/markers/marker.js";
import { typeById } from "../../../../engine/model/lookup.js";
import type { TypeId } from "../../../../engine/model/universe.js";
import { once } from "../../../../engine/util/once.js";
import { omitZero } from "../../../../generators/markers/defaults.js";
import { ruleData } from "../../../../generators/type-schemas/rules.js";
import { readRules } from "../../../../generators/rules/model.js";
import type { FieldNode } from "../../../../generators/rules/node.js";
import { dataOf } from "../../../../generators/rules/rule.js";
import type { Rule } from "../../../../runtime/schema/rule.js";
import type { RuleData } from "../form/constraints.js";

/**
 * Returns the rules of a declared type, including those of its base types and of an alias' target
 * type.
 */
export type RulesOf = (id: TypeId) => readonly RuleData[];

/** Returns a function that reads the rules of types as data, for comparisons. */
export function ruleReader(input: PlanInput): RulesOf {
  const model = readRules(input);
  const known = new Map<TypeId, readonly RuleData[]>();
  const rulesOf: RulesOf = (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // Ends the recursion if a type contains itself as a base type or alias. Loading reports such
    // types.
    known.set(id, []);
    const rules = [...stated(id), ...others(id)];
    known.set(id, rules);
    return rules;
  };
  const stated = (id: TypeId): readonly RuleData[] => {
    const node = model.nodes.get(id);
    if (node === undefined) return [];
    const read = (rules: Parameters<typeof dataOf>[0]) => dataOf(rules).flatMap(asData);
    return [
      ...read(node.validations.rules),
      ...node.fields.map((field) => ({
        kind: "property",
        name: field.field.name,
        pointer: isPointer(field),
        rules: [...(field.presence === "required" ? [{ kind: "present" }] : []), ...read(field.validations.rules)],
      })),
    ];
  };
  const others = (id: TypeId): readonly RuleData[] => {
    const type = typeById(input.universe, id);
    if (type === undefined) return [];
    const { shape } = type;
    const from =
      shape.kind === "object" ? shape.bases : shape.kind === "alias" && shape.of.kind === "ref" ? [shape.of.to] : [];
    return [...celOf(type.markers), ...from.flatMap(rulesOf)];
  };
  return rulesOf;
}

/** Reports whether only an absent value counts as unset, so that a zero value is set. */
function isPointer({ field }: FieldNode): boolean {
  return field.optional && !omitZero.has(field) && field.type.kind !== "list" && field.type.kind !== "map";
}

/** Returns the CEL rules in the markers of a type or a property. */
export const celOf = once((markers: readonly Marker[]): readonly RuleData[] => ruleData(markers).flatMap(celIn));

function celIn(rule: Rule): readonly RuleData[] {
  if (rule.kind === "cel") return [{ ...rule }];
  if (!("rules" in rule)) return [];
  const rules = rule.rules.flatMap(celIn);
  return rules.length === 0 ? [] : asPart(rule, rules);
}

/**
 * Returns a rule as data. Returns an empty list for a CEL rule, and for a silent rule, which
 * reports no error.
 */
function asData(rule: Rule): readonly RuleData[] {
  if (rule.silent === true || rule.kind === "cel") return [];
  return "rules" in rule ? asPart(rule, rule.rules.flatMap(asData)) : [{ ...rule }];
}

function asPart(rule: Rule, rules: readonly RuleData[]): readonly RuleData[] {
  return [rule.kind === "subfield" ? { kind: "property", name: rule.name, rules } : { ...rule, rules }];
}
