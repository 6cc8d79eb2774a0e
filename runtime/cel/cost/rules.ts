import { ruleLimit } from "../base/limits.js";
import { checkSource } from "../check/check.js";
import { SourceProblems } from "../base/source.js";
import type { WrittenRule, CELRuleSchema } from "../types/rule.js";
import { escapedName } from "../types/names.js";
import { isSchema, maximumSizes, mostValues, schemaType, type DeclaredType } from "../types/schema.js";
import {
  boundText,
  evaluationCost,
  placeCount,
  sufficientBounds,
  type Bound,
  type RuleContainer,
  type PricedRule,
} from "./bounds.js";
import { bounded } from "./range.js";

/** The cost of a validation rule, as Kubernetes estimates it. */
export interface RuleCost {
  /**
   * The path of the values that the rule applies to, such as `spec.items[]`, or `spec.labels{}` for
   * the values of a map.
   */
  readonly path: string;
  readonly rule: string;
  /**
   * Upper bound of the cost of one evaluation; 0 for a rule that has problems or does not return a
   * bool.
   */
  readonly estimated: bigint;
  /** Maximum number of values in one object that the rule applies to. */
  readonly places: bigint;
  /** The product of `estimated` and `places`. Kubernetes allows 10,000,000. */
  readonly total: bigint;
  /**
   * The total divided by the limit. If it is above 1, Kubernetes refuses the
   * CustomResourceDefinition.
   */
  readonly factor: number;
  /**
   * Maximum sizes to set in the schema, which together bring the total within the limit. Empty if
   * the total is within the limit, or if no sizes help.
   */
  readonly bounds: readonly Bound[];
  /** The bounds as lines of advice, such as `spec.name: maxLength 10`. */
  readonly advice: readonly string[];
}

/** Returns the cost of each rule of the schema of a whole object. */
export function costsOfRules(schema: CELRuleSchema, version: string | undefined): readonly RuleCost[] {
  const costs: RuleCost[] = [];
  visit(schema, "", [], version, costs);
  return costs;
}

function visit(
  schema: CELRuleSchema,
  path: string,
  containers: readonly RuleContainer[],
  version: string | undefined,
  costs: RuleCost[],
): void {
  const isObject = path === "" || schema["x-kubernetes-embedded-resource"] === true;
  for (const rule of schema["x-kubernetes-validations"] ?? [])
    costs.push(costOfRule(rule, schema, isObject, path, containers, version));
  const { items, additionalProperties: values } = schema;
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    visit(property, path === "" ? name : `${path}.${name}`, containers, version, costs);
  const inside = (of: "list" | "map"): readonly RuleContainer[] => {
    const keyword = maximumSizes[of];
    return [...containers, { path, keyword, bound: schema[keyword] }];
  };
  if (isSchema(items)) visit(items, `${path}[]`, inside("list"), version, costs);
  if (isSchema(values)) visit(values, `${path}{}`, inside("map"), version, costs);
}

function costOfRule(
  { rule = "", optionalOldSelf }: WrittenRule,
  schema: CELRuleSchema,
  isObject: boolean,
  path: string,
  containers: readonly RuleContainer[],
  version: string | undefined,
): RuleCost {
  const self = schemaType(schema, isObject);
  const checked = checkSource(rule, { version, self, optionalOldSelf });
  const mostPlaces = self === undefined ? 0n : mostValues(self.declared);
  if (checked instanceof SourceProblems || self === undefined || checked.types.get(checked.expression)?.kind !== "bool")
    return { path, rule, estimated: 0n, places: mostPlaces, total: 0n, factor: 0, bounds: [], advice: [] };
  const paths = pathsOf(self.declared, schema, path);
  const priced: PricedRule = { checked, self: self.declared, paths, containers, mostPlaces };
  const estimated = evaluationCost(priced);
  const places = placeCount(priced);
  const total = bounded(estimated * places);
  const bounds = total > ruleLimit ? sufficientBounds(priced) : [];
  return {
    path,
    rule,
    estimated,
    places,
    total,
    factor: Number(total) / Number(ruleLimit),
    bounds,
    advice: bounds.map(boundText),
  };
}

/** Returns the path of each part of a type in the whole object, such as `spec.items[]`. */
function pathsOf(root: DeclaredType, schema: CELRuleSchema, rootPath: string): ReadonlyMap<DeclaredType, string> {
  const paths = new Map<DeclaredType, string>();
  const add = (declared: DeclaredType | undefined, path: string, part: CELRuleSchema | undefined): void => {
    if (declared === undefined) return;
    paths.set(declared, path);
    const names = new Map(Object.keys(part?.properties ?? {}).map((name) => [escapedName(name), name]));
    for (const [field, type] of declared.fields ?? []) {
      const name = names.get(field) ?? field;
      add(type, path === "" ? name : `${path}.${name}`, part?.properties?.[name]);
    }
    const isList = declared.type.kind === "list";
    const inner = isList ? part?.items : part?.additionalProperties;
    add(declared.element, `${path}${isList ? "[]" : "{}"}`, isSchema(inner) ? inner : undefined);
  };
  add(root, rootPath, schema);
  return paths;
}
