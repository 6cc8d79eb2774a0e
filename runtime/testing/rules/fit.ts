import { deepCopyJSON, setOwn, isObject } from "../../json/values.js";
import { activeRules, limitsOf, rulesOfKind } from "./active.js";
import { addItem, chooseItems, isSelectedItem, itemKey } from "./items.js";
import { choosePresence, dropDependents, isDefaulted } from "./presence.js";
import type { PickNumber } from "./random.js";
import { isPrimitive, type RuleValue } from "../../rules/value.js";
import { typeRules } from "../../rules/type-rules.js";
import { itemOf, keyValue, mapValueOf } from "../../validator/values.js";
import { rulesOfType, type TestedRule, type TestedRuleOf, type Rules } from "./of-type.js";
import { fitScalar } from "./scalar.js";
import {
  filledOf,
  isPropertySet,
  isSet,
  kindZero,
  propertyOf,
  unset,
  type ObjectValues,
  type Property,
} from "./value.js";
import { bounds } from "../../schema/limits.js";

/** Settings of `fit`, which changes values so that they do not break rules. */
interface Fitting {
  readonly random: PickNumber;
  /** True if defaulting sets properties later, so that required ones with defaults may be unset. */
  readonly setsDefaults: boolean;
}

/**
 * Changes a value so that it breaks as few rules as possible, and returns it. Mutates objects and
 * lists, and returns a new map for a map. A value that breaks no rules stays equal, except that an
 * item of a list can get the keys for which a rule `item` exists.
 */
export function fit(value: unknown, of: RuleValue, rules: Rules, fitting: Fitting): unknown {
  const active = activeRules(rules);
  if (active.length === 0) return value;
  if (Array.isArray(value)) return fitList(value, of, active, fitting);
  if (!isObject(value)) return fitScalar(value, of, active, fitting.random);
  return active.some(({ kind }) => mapKinds.has(kind))
    ? fitMap(value, of, active, fitting)
    : fitObject(value, of, active, fitting);
}

const mapKinds: ReadonlySet<TestedRule["kind"]> = new Set([
  "keys",
  "values",
  "minProperties",
  "maxProperties",
] as const);

/** Properties that make an object a complete embedded resource. */
const embedded = { apiVersion: "v1", kind: "Test", metadata: { name: "test" } } as const;

function fitObject(object: ObjectValues, of: RuleValue, rules: Rules, fitting: Fitting): ObjectValues {
  if (rules.some(({ kind }) => kind === "embeddedResource")) Object.assign(object, embedded);
  const properties = new Map<string, TestedRule[]>();
  const add = (name: string, own: Rules): void => {
    properties.set(name, [...(properties.get(name) ?? []), ...own]);
  };
  const fitNamed = (name: string): void => {
    fitProperty(object, propertyOf(of, name), properties.get(name) ?? [], fitting);
  };
  for (const { name, rules: inner } of rulesOfKind(rules, "subfield")) add(name, inner);
  choosePresence(object, of, rules, fitting.random);
  for (const { discriminator, name, cases } of rulesOfKind(rules, "mode")) {
    add(discriminator, []);
    fitNamed(discriminator);
    const mode = object[discriminator] ?? kindZero(propertyOf(of, discriminator).of.kind);
    add(name, cases.find(({ value }) => value === mode)?.rules ?? [{ kind: "forbidden" as const }]);
  }
  for (const name of properties.keys()) fitNamed(name);
  const isRequired = (name: string): boolean =>
    activeRules(properties.get(name) ?? []).some(({ kind }) => kind === "required");
  dropDependents(object, of, rules, isRequired);
  for (const { discriminator, members } of rulesOfKind(rules, "oneOf"))
    for (const [tag, member] of members)
      if (tag === object[discriminator]) fit(object, typeRules(member).value, rulesOfType(member), fitting);
  return object;
}

function fitProperty(object: ObjectValues, property: Property, rules: Rules, fitting: Fitting): void {
  const { name, of } = property;
  const active = activeRules(rules);
  const states = (kind: TestedRule["kind"]): boolean => active.some((rule) => rule.kind === kind);
  let value = object[name];
  if (states("forbidden")) {
    if (isPropertySet(object, property)) unset(object, property);
    return;
  }
  if (value === null && of.nullable === true && !states("required")) return;
  if (value === undefined && states("present")) object[name] = value = kindZero(of.kind);
  if (!isSet(value, of)) {
    if (states("optional")) return;
    if (states("required")) {
      if (fitting.setsDefaults && isDefaulted(property)) return;
      value = filledOf(of.kind);
    } else if (value === undefined) {
      if (of.pointer) return;
      value = kindZero(of.kind);
    }
  }
  const inner = of.pointer ? active.filter(({ kind }) => kind !== "required") : active;
  const fitted = fit(value, of, inner, fitting);
  // Encoding omits a zero of an optional property that is not a pointer.
  const isOmitted = of.optional && !of.pointer && isPrimitive(of.kind) && !fitted;
  if (isOmitted) unset(object, property);
  else if (name in object || isSet(fitted, { ...of, pointer: false })) setOwn(object, name, fitted);
}

/** Changes the number of entries, the keys and the values of a map so that they break no rules. */
function fitMap(map: ObjectValues, of: RuleValue, rules: Rules, fitting: Fitting): ObjectValues {
  const keyRules = rulesOfKind(rules, "keys").flatMap((rule): Rules => rule.rules);
  const valueRules = rulesOfKind(rules, "values").flatMap((rule): Rules => rule.rules);
  const values = mapValueOf(of);
  const most = Math.min(...limitsOf(rules, "maxProperties"));
  const isRequired = rules.some(({ kind }) => kind === "required");
  const least = Math.max(0, ...limitsOf(rules, "minProperties"), isRequired ? 1 : 0);
  const fitted: ObjectValues = {};
  const add = (key: string, value: unknown): void => {
    const isFree = (name: unknown): boolean => !Object.hasOwn(fitted, String(name));
    const own = fitScalar(key, keyValue(of), keyRules, fitting.random, isFree);
    if (isFree(own)) setOwn(fitted, String(own), fit(value, values, valueRules, fitting));
  };
  const entries = Object.entries(map);
  for (const [key, value] of entries.slice(0, most)) add(key, value);
  const [first] = entries;
  for (let attempt = 0; attempt < 20 && Object.keys(fitted).length < least; attempt++)
    add(`a${String(attempt)}`, deepCopyJSON(first?.[1] ?? filledOf(values.kind)));
  return fitted;
}

/** Changes the number of items, the items and their list keys so that they break no rules. */
function fitList(list: unknown[], of: RuleValue, rules: Rules, fitting: Fitting): unknown[] {
  const [fewest, most] = bounds.items;
  list.length = Math.min(list.length, ...limitsOf(rules, most));
  const items = itemOf(of);
  const itemRules = rulesOfKind(rules, "items").flatMap((rule): Rules => rule.rules);
  const least = Math.max(0, ...limitsOf(rules, fewest), rules.some(({ kind }) => kind === "required") ? 1 : 0);
  while (list.length < least) list.push(list.length > 0 ? deepCopyJSON(list[0]) : filledOf(items.kind));
  list.forEach((item, at) => (list[at] = fit(item, items, itemRules, fitting)));
  chooseItems(list, rules, fitting.random);
  for (const { where, rules: inner } of rulesOfKind(rules, "item")) {
    addItem(list, where, fitting.random);
    const at = list.findIndex((item) => isSelectedItem(item, where));
    if (at >= 0) list[at] = fit(list[at], items, [...itemRules, ...inner], fitting);
  }
  for (const unique of rulesOfKind(rules, "unique")) makeUnique(list, unique, items, itemRules, least, fitting);
  return list;
}

/**
 * Changes items that are equal to earlier items, or removes them if a few changes do not suffice.
 * Then tries to add items if fewer than `least` remain.
 */
function makeUnique(
  list: unknown[],
  { keys }: TestedRuleOf<"unique">,
  of: RuleValue,
  rules: Rules,
  least: number,
  fitting: Fitting,
): void {
  const seen = new Set<string>();
  const kept: unknown[] = [];
  const keyOf = (item: unknown): string => itemKey(item, keys);
  for (const item of list) {
    let unique: unknown = item;
    for (let attempt = 0; attempt < 20 && seen.has(keyOf(unique)); attempt++)
      unique = varied(unique, keys, of, rules, fitting);
    if (seen.has(keyOf(unique))) continue;
    seen.add(keyOf(unique));
    kept.push(unique);
  }
  for (let attempt = 0; kept.length > 0 && kept.length < least && attempt < 20; attempt++) {
    const more = varied(deepCopyJSON(kept[0]), keys, of, rules, fitting);
    if (!seen.has(keyOf(more))) kept.push(more);
    seen.add(keyOf(more));
  }
  list.splice(0, list.length, ...kept);
}

function varied(
  item: unknown,
  keys: readonly string[] | undefined,
  of: RuleValue,
  rules: Rules,
  fitting: Fitting,
): unknown {
  if (!isObject(item)) return fitScalar(item, of, rules, fitting.random, (value) => value !== item);
  const names = keys ?? Object.keys(item).filter((name) => typeof item[name] !== "object");
  const name = names[fitting.random(Math.max(names.length, 1))];
  if (name === undefined) return item;
  const changed: ObjectValues = { ...item, [name]: other(item[name], fitting) };
  return fit(changed, of, rules, fitting);
}

function other(value: unknown, { random }: Fitting): unknown {
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? random(100) + 1 : `a${String(random(1_000_000))}`;
}
