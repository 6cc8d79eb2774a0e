import { ruleLimit } from "../base/limits.js";
import { checkSource } from "../check/check.js";
import { SourceProblems } from "../base/source.js";
import type { WrittenRule, CELRuleSchema } from "../types/rule.js";
import { escapedName } from "../types/names.js";
import { isSchema, mostValues, schemaType, type DeclaredType } from "../types/schema.js";
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

/** The price of a rule, as Kubernetes estimates it. */
export interface RuleCost {
  /**
   * The place of the rule in objects, such as `spec.items[]`, or `spec.labels{}` for values of a
   * map.
   */
  readonly path: string;
  readonly rule: string;
  /**
   * Upper bound for one evaluation; 0 for a rule with problems, or with another value than a bool.
   */
  readonly estimated: bigint;
  /** The number of values that the rule may apply to. */
  readonly places: bigint;
  /** The product, of which Kubernetes allows 10,000,000. */
  readonly total: bigint;
  /** The total divided by the limit: above 1, the definition is refused. */
  readonly factor: number;
  /** Bounds that together bring the total within the limit. */
  readonly bounds: readonly Bound[];
  /** The bounds as text. */
  readonly advice: readonly string[];
}

/** Returns the price of each rule of the schema of a whole object. */
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
  if (isSchema(items)) {
    const list: RuleContainer = { path, keyword: "maxItems", bound: schema.maxItems };
    visit(items, `${path}[]`, [...containers, list], version, costs);
  }
  if (isSchema(values)) {
    const map: RuleContainer = { path, keyword: "maxProperties", bound: schema.maxProperties };
    visit(values, `${path}{}`, [...containers, map], version, costs);
  }
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

/** Returns the names of the parts of a type. */
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
