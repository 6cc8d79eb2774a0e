import type { PlanInput } from "../../../../engine/generator.js";
import type { Marker } from "../../../../engine/markers/marker.js";
import { typeById } from "../../../../engine/model/lookup.js";
import type { TypeId } from "../../../../engine/model/universe.js";
import { once } from "../../../../engine/util/once.js";
import { rulesOfType, type RuleRecord, type RuleScope } from "../../../../generators/fuzz/rules.js";
import { ruleData, type RuleView } from "../../../../generators/schema/rules.js";
import { readRules } from "../../../../generators/validation/index.js";
import type { RuleData } from "../form/constraints.js";

/** Returns the rules of a declared type, with those of its bases and of the type of an alias. */
export type RulesOf = (id: TypeId) => readonly RuleData[];

/** The only place that reads the rules of types: a comparison knows them only as data. */
export function ruleReader(input: PlanInput): RulesOf {
  const model = readRules(input);
  const { universe } = input;
  const scope: RuleScope = { universe, model, setsDefaults: true, constantOf: (id) => ({ lazy: id }) };
  const known = new Map<TypeId, readonly RuleData[]>();
  const declared: RulesOf = (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // A type that contains itself as a base or alias is a problem that loading reports.
    known.set(id, []);
    const node = model.nodes.get(id);
    const own = node === undefined ? [] : rulesOfType(scope, node).flatMap((rule) => expand(rule, declared));
    const rules = [...own, ...celOfType(id)];
    known.set(id, rules);
    return rules;
  };
  const celOfType = (id: TypeId): readonly RuleData[] => {
    const type = typeById(universe, id);
    if (type === undefined) return [];
    const { shape } = type;
    const others =
      shape.kind === "object" ? shape.bases : shape.kind === "alias" && shape.of.kind === "ref" ? [shape.of.to] : [];
    return [...celOf(type.markers), ...others.flatMap(celOfType)];
  };
  return declared;
}

/** Replaces a reference to the rules of a declared type by these rules. */
function expand(rule: RuleRecord, declared: RulesOf): readonly RuleData[] {
  const lazy = rule.kind === "type" ? lazyId(rule["rules"]) : undefined;
  return lazy === undefined ? [rule] : declared(lazy);
}

function lazyId(rules: unknown): TypeId | undefined {
  const isLazy = typeof rules === "object" && rules !== null && "lazy" in rules;
  return isLazy ? String(rules.lazy) : undefined;
}

/** Returns the rules of CEL in the markers of a type or property. */
export const celOf = once((markers: readonly Marker[]): readonly RuleData[] => ruleData(markers).flatMap(asRule));

function asRule({ kind, ...view }: RuleView): readonly RuleData[] {
  switch (kind) {
    case "cel":
      return [{ kind: "cel", ...view }];
    case "items":
    case "values":
      return [{ kind, rules: (view["rules"] as readonly RuleView[]).flatMap(asRule) }];
    case "subfield": {
      const rules = (view["rules"] as readonly RuleView[]).flatMap(asRule);
      return [{ kind: "property", property: { name: view["name"] }, rules }];
    }
    default:
      return [];
  }
}
