import { deepCopyJSON, setOwn, isObject } from "../../json/values.js";
import { activeRules, limitsOf, rulesOfKind } from "./active.js";
import { addItem, chooseItems, isSelectedItem, itemKey } from "./items.js";
import { choosePresence, dropDependents } from "./presence.js";
import type { PickNumber } from "./random.js";
import type { Options, TestedProperty, TestedRule, TestedRuleOf, Rules } from "./rule.js";
import { fitScalar } from "./scalar.js";
import { filledOf, isSetProperty, isZero, unset, kindZero, type ObjectValues } from "./value.js";
import { bounds } from "../../schema/limits.js";

/** Settings of `fit`, which changes values so that they do not break rules. */
interface Fitting {
  readonly options: Options;
  readonly random: PickNumber;
  /**
   * True if required properties that have defaults must be set, too; false if defaulting sets them
   * later.
   */
  readonly isDefaulted: boolean;
}

/**
 * Changes a value so that it breaks as few rules as possible, and returns it. Mutates objects and
 * lists, and returns a new map for a map. A value that breaks no rules stays equal, except that an
 * item of a list can get the keys for which a rule `item` exists.
 */
export function fit(value: unknown, rules: Rules, fitting: Fitting): unknown {
  const active = activeRules(rules, fitting.options);
  if (active.length === 0) return value;
  if (Array.isArray(value)) return fitList(value, active, fitting);
  if (!isObject(value)) return fitScalar(value, active, fitting.options, fitting.random);
  return active.some(({ kind }) => mapKinds.has(kind))
    ? fitMap(value, active, fitting)
    : fitObject(value, active, fitting);
}

const mapKinds: ReadonlySet<TestedRule["kind"]> = new Set([
  "keys",
  "values",
  "minProperties",
  "maxProperties",
] as const);

/** Properties that make an object a complete embedded resource. */
const embedded = { apiVersion: "v1", kind: "Test", metadata: { name: "test" } } as const;

/** A property of an object, and all rules that apply to it. */
interface PropertyRules {
  readonly property: TestedProperty;
  readonly rules: TestedRule[];
}

function fitObject(object: ObjectValues, rules: Rules, fitting: Fitting): ObjectValues {
  if (rules.some(({ kind }) => kind === "embeddedResource")) Object.assign(object, embedded);
  const all = [...rules, ...memberRules(object, rules, fitting)];
  const properties = new Map<string, PropertyRules>();
  const of = (property: TestedProperty): PropertyRules => {
    const found = properties.get(property.name) ?? { property, rules: [] };
    properties.set(property.name, found);
    return found;
  };
  for (const { property, rules: inner } of rulesOfKind(all, "property")) of(property).rules.push(...inner);
  choosePresence(object, all, fitting);
  for (const { discriminator, property, cases } of rulesOfKind(all, "mode")) {
    fitProperty(object, of(discriminator), fitting);
    const mode = object[discriminator.name] ?? kindZero(discriminator.of);
    of(property).rules.push(...(cases.find(({ value }) => value === mode)?.rules ?? [{ kind: "forbidden" as const }]));
  }
  for (const one of properties.values()) fitProperty(object, one, fitting);
  const isRequired = ({ name }: TestedProperty): boolean =>
    activeRules(properties.get(name)?.rules ?? [], fitting.options).some(({ kind }) => kind === "required");
  dropDependents(object, all, isRequired);
  return object;
}

/**
 * In a union of interfaces, returns the rules of the interface that the object's discriminator
 * selects.
 */
function memberRules(object: ObjectValues, rules: Rules, { options }: Fitting): Rules {
  return rulesOfKind(rules, "oneOf").flatMap(({ discriminator, members }) => {
    const member = members.find(({ value }) => value === object[discriminator]);
    return member === undefined ? [] : activeRules(member.rules(), options);
  });
}

function fitProperty(object: ObjectValues, { property, rules }: PropertyRules, fitting: Fitting): void {
  const { name, of, pointer } = property;
  const active = activeRules(rules, fitting.options);
  const has = (kind: TestedRule["kind"]): boolean => active.some((rule) => rule.kind === kind);
  let value = object[name];
  if (has("forbidden")) {
    if (isSetProperty(value, property)) unset(object, property);
    return;
  }
  if (value === null && property.nullable === true && !has("required")) return;
  if (value === undefined && has("present")) object[name] = value = kindZero(of);
  if (!isSetProperty(value, property)) {
    if (has("optional")) return;
    if (has("required")) {
      if (property.defaulted === true && !fitting.isDefaulted) return;
      value = filledOf(of);
    } else if (value === undefined) {
      if (pointer === true) return;
      value = kindZero(of);
    }
  }
  const inner = pointer === true ? active.filter(({ kind }) => kind !== "required") : active;
  const fitted = fit(value, inner, fitting);
  if (isOmittedZero(fitted, property)) unset(object, property);
  else if (name in object || !isZero(fitted, of)) setOwn(object, name, fitted);
}

/** Reports whether a value is a zero that encoding omits, because its property has `+omitzero`. */
function isOmittedZero(value: unknown, { of, optional, pointer }: TestedProperty): boolean {
  const isScalar = of !== "list" && of !== "map" && of !== "struct";
  return isScalar && optional === true && pointer !== true && isZero(value, of);
}

/** Changes the number of entries, the keys and the values of a map so that they break no rules. */
function fitMap(map: ObjectValues, rules: Rules, fitting: Fitting): ObjectValues {
  const keyRules = rulesOfKind(rules, "keys").flatMap((rule) => rule.rules);
  const ofValues = rulesOfKind(rules, "values");
  const valueRules = ofValues.flatMap((rule) => rule.rules);
  const most = Math.min(...limitsOf(rules, "maxProperties"));
  const isRequired = rules.some(({ kind }) => kind === "required");
  const least = Math.max(0, ...limitsOf(rules, "minProperties"), isRequired ? 1 : 0);
  const fitted: ObjectValues = {};
  const add = (key: string, value: unknown): void => {
    const { options, random } = fitting;
    const own = fitScalar(key, keyRules, options, random, (name) => !Object.hasOwn(fitted, String(name)));
    if (!Object.hasOwn(fitted, String(own))) setOwn(fitted, String(own), fit(value, valueRules, fitting));
  };
  const entries = Object.entries(map);
  for (const [key, value] of entries.slice(0, most)) add(key, value);
  const [first] = entries;
  const [kind] = ofValues.map(({ of }) => of);
  for (let attempt = 0; attempt < 20 && Object.keys(fitted).length < least; attempt++)
    add(`a${String(attempt)}`, deepCopyJSON(first?.[1] ?? filledOf(kind ?? "string")));
  return fitted;
}

/** Changes the number of items, the items and their list keys so that they break no rules. */
function fitList(list: unknown[], rules: Rules, fitting: Fitting): unknown[] {
  const [fewest, most] = bounds.items;
  list.length = Math.min(list.length, ...limitsOf(rules, most));
  const ofItems = rulesOfKind(rules, "items");
  const itemRules = ofItems.flatMap((rule) => rule.rules);
  const least = Math.max(0, ...limitsOf(rules, fewest), rules.some(({ kind }) => kind === "required") ? 1 : 0);
  const [kind] = ofItems.map(({ of }) => of);
  while (list.length < least) list.push(list.length > 0 ? deepCopyJSON(list[0]) : filledOf(kind ?? "string"));
  list.forEach((item, at) => (list[at] = fit(item, itemRules, fitting)));
  chooseItems(list, rules, fitting.random);
  for (const { where, rules: inner } of rulesOfKind(rules, "item")) {
    addItem(list, where, fitting.random);
    const at = list.findIndex((item) => isSelectedItem(item, where));
    if (at >= 0) list[at] = fit(list[at], [...itemRules, ...inner], fitting);
  }
  for (const unique of rulesOfKind(rules, "unique")) makeUnique(list, unique, itemRules, least, fitting);
  return list;
}

/**
 * Changes items that are equal to earlier items, or removes them if a few changes do not suffice.
 * Then tries to add items if fewer than `least` remain.
 */
function makeUnique(
  list: unknown[],
  { keys }: TestedRuleOf<"unique">,
  itemRules: Rules,
  least: number,
  fitting: Fitting,
): void {
  const seen = new Set<string>();
  const kept: unknown[] = [];
  const keyOf = (item: unknown): string => itemKey(item, keys);
  for (const item of list) {
    let unique: unknown = item;
    for (let attempt = 0; attempt < 20 && seen.has(keyOf(unique)); attempt++)
      unique = varied(unique, keys, itemRules, fitting);
    if (seen.has(keyOf(unique))) continue;
    seen.add(keyOf(unique));
    kept.push(unique);
  }
  for (let attempt = 0; kept.length > 0 && kept.length < least && attempt < 20; attempt++) {
    const more = varied(deepCopyJSON(kept[0]), keys, itemRules, fitting);
    if (!seen.has(keyOf(more))) kept.push(more);
    seen.add(keyOf(more));
  }
  list.splice(0, list.length, ...kept);
}

function varied(item: unknown, keys: readonly string[] | undefined, rules: Rules, fitting: Fitting): unknown {
  if (!isObject(item)) return fitScalar(item, rules, fitting.options, fitting.random, (value) => value !== item);
  const names = keys ?? Object.keys(item).filter((name) => typeof item[name] !== "object");
  const name = names[fitting.random(Math.max(names.length, 1))];
  if (name === undefined) return item;
  const changed: ObjectValues = { ...item, [name]: other(item[name], fitting) };
  return fit(changed, rules, fitting);
}

function other(value: unknown, { random }: Fitting): unknown {
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? random(100) + 1 : `a${String(random(1_000_000))}`;
}
