import { ruleLimit } from "../base/limits.js";
import { SourceProblems } from "../base/source.js";
import { checkSource, type CheckedSource } from "../check/check.js";
import { unescapeProperty } from "../types/names.js";
import { propertyPath, celRulesIn, type CELRuleSchema, type CELRulePlace, type RuleContainer } from "../types/rule.js";
import {
  maximumSizes,
  mostValues,
  schemaType,
  selfSchema,
  type DeclaredType,
  type MaximumSize,
} from "../types/schema.js";
import { estimatedCost } from "./estimate.js";
import { sizesOf } from "./node.js";
import { bounded } from "./range.js";

/** A maximum size for the values at a path. */
export interface Bound {
  readonly path: string;
  readonly keyword: MaximumSize;
  readonly bound: number;
}

/** The cost of a validation rule, as Kubernetes estimates it. */
export interface RuleCost {
  /**
   * The path of the values that the rule applies to, such as `spec.items[]`, or `spec.labels{}` for
   * the values of a map.
   */
  readonly path: string;
  readonly rule: string;
  /** The message of the rule; undefined if the schema has none. */
  readonly message: string | undefined;
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
  return Array.from(celRulesIn(selfSchema(schema, true)), (placed) => costOfRule(placed, version));
}

function costOfRule(
  { rule: { rule = "", message, optionalOldSelf }, schema, path, containers }: CELRulePlace,
  version: string | undefined,
): RuleCost {
  const self = schemaType(schema);
  const checked = checkSource(rule, { version, self, optionalOldSelf });
  const mostPlaces = self === undefined ? 0n : mostValues(self.declared);
  if (checked instanceof SourceProblems || self === undefined || checked.type.kind !== "bool")
    return { path, rule, message, estimated: 0n, places: mostPlaces, total: 0n, factor: 0, bounds: [], advice: [] };
  const paths = pathsOf(self.declared, path);
  const priced: PricedRule = { checked, self: self.declared, paths, containers, mostPlaces };
  const estimated = evaluationCost(priced);
  const places = placeCount(priced);
  const total = bounded(estimated * places);
  const bounds = total > ruleLimit ? sufficientBounds(priced) : [];
  return {
    path,
    rule,
    message,
    estimated,
    places,
    total,
    factor: Number(total) / Number(ruleLimit),
    bounds,
    advice: bounds.map(boundText),
  };
}

/** Returns the path of each part of a type in the whole object, such as `spec.items[]`. */
function pathsOf(root: DeclaredType, rootPath: string): ReadonlyMap<DeclaredType, string> {
  const paths = new Map<DeclaredType, string>();
  const add = (declared: DeclaredType, path: string): void => {
    paths.set(declared, path);
    for (const [field, type] of declared.fields ?? []) add(type, propertyPath(path, unescapeProperty(field) ?? field));
    const { element } = declared;
    if (element !== undefined) add(element, `${path}${declared.type.kind === "list" ? "[]" : "{}"}`);
  };
  add(root, rootPath);
  return paths;
}

/** A checked rule, with the sizes on which its cost depends. */
interface PricedRule {
  readonly checked: CheckedSource;
  readonly self: DeclaredType;
  /** The paths of the parts of `self` in the whole object, such as `spec.items[]`. */
  readonly paths: ReadonlyMap<DeclaredType, string>;
  readonly containers: readonly RuleContainer[];
  /**
   * Maximum number of values that fit into a request. It limits the evaluations of the rule if a
   * container has no bound.
   */
  readonly mostPlaces: bigint;
}

/** A list, map or string whose maximum size affects the cost of a rule. */
type Place = RuleContainer | DeclaredType;
type Bounds = ReadonlyMap<Place, number>;

const none: Bounds = new Map();
/** The largest bound that is tried. No value in a request has more items or characters. */
const largestBound = 3 * 1024 * 1024;

/** Returns the maximum number of values in one object to which a rule applies. */
function placeCount({ containers, mostPlaces }: PricedRule, bounds: Bounds = none): bigint {
  let places = 1n;
  for (const container of containers) {
    const bound = bounds.get(container) ?? container.bound;
    if (bound === undefined) return mostPlaces;
    places = bounded(places * BigInt(Math.max(bound, 0)));
  }
  return places;
}

/**
 * Returns the estimated cost of one evaluation. Adds the types whose sizes affect the cost to
 * `used`.
 */
function evaluationCost(rule: PricedRule, bounds: Bounds = none, used?: Set<DeclaredType>): bigint {
  const sizeOf = sizesOf(rule.self, (declared) => {
    used?.add(declared);
    const bound = bounds.get(declared);
    return bound === undefined ? declared.maxSize : bound * unitOf(declared);
  });
  return estimatedCost(rule.checked, sizeOf);
}

function totalOf(rule: PricedRule, bounds: Bounds): bigint {
  return bounded(evaluationCost(rule, bounds) * placeCount(rule, bounds));
}

/**
 * Returns bounds that bring the total cost of a rule within the limit. If one bound is sufficient,
 * returns the bound with the largest value. Otherwise, returns the same bound for all sizes that
 * affect the cost. Returns an empty array if no bounds help.
 */
function sufficientBounds(rule: PricedRule): readonly Bound[] {
  const used = new Set<DeclaredType>();
  evaluationCost(rule, none, used);
  const candidates: Place[] = [...rule.containers, ...Array.from(used).filter((each) => keywordOf(each) !== undefined)];
  const single = candidates
    .map((place) => ({ place, bound: largest(rule, [place]) }))
    .filter(({ bound }) => bound > 0)
    .toSorted((a, b) => b.bound - a.bound)[0];
  if (single !== undefined) return [boundOf(rule, single.place, single.bound)];
  const common = largest(rule, candidates);
  return common === 0 ? [] : candidates.map((place) => boundOf(rule, place, common));
}

/**
 * Returns the largest bound that brings the cost of a rule within the limit if it applies to all of
 * the given lists, maps and strings; 0 if no bound does.
 */
function largest(rule: PricedRule, places: readonly Place[]): number {
  const fits = (bound: number): boolean => totalOf(rule, new Map(places.map((place) => [place, bound]))) <= ruleLimit;
  let [low, high] = [0, largestBound];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function boundOf({ paths }: PricedRule, place: Place, bound: number): Bound {
  if ("path" in place) return { path: place.path, keyword: place.keyword, bound };
  return { path: paths.get(place) ?? "", keyword: keywordOf(place) ?? "maxLength", bound };
}

/** Returns a bound as one line of advice, such as `spec.name: maxLength 10`. */
function boundText({ path, keyword, bound }: Bound): string {
  return `${path === "" ? "the root" : path}: ${keyword} ${String(bound)}`;
}

function keywordOf({ type }: DeclaredType): MaximumSize | undefined {
  if (type.kind === "list") return maximumSizes.list;
  if (type.kind === "map") return maximumSizes.map;
  return ["string", "bytes", "dyn"].includes(type.kind) ? maximumSizes.string : undefined;
}

/**
 * Returns the maximum size of one unit of a bound: one item, one entry or one byte. For a string, a
 * unit is a character, which has at most 4 bytes.
 */
function unitOf({ type }: DeclaredType): number {
  return type.kind === "string" || type.kind === "dyn" ? 4 : 1;
}
