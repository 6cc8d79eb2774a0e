import { deepCopyJSON } from "../../json/values.js";
import { compositeKey } from "../../validate/item-key.js";
import { limitsOf, rulesOfKind } from "./active.js";
import { fit, type Fitting } from "./fit.js";
import type { RuleOf, Rules, Selector } from "./rule.js";
import { filledOf, isValues, type Values } from "./value.js";
import { fitScalar } from "./scalar.js";

/** Changes a list so that it keeps rules: the number of items, each item, and their identity. */
export function fitList(list: unknown[], rules: Rules, fitting: Fitting): unknown[] {
  list.length = Math.min(list.length, ...limitsOf(rules, "maxItems"));
  const ofItems = rulesOfKind(rules, "items");
  const itemRules = ofItems.flatMap((rule) => rule.rules);
  const least = Math.max(0, ...limitsOf(rules, "minItems"), rules.some(({ kind }) => kind === "required") ? 1 : 0);
  const [kind] = ofItems.map(({ of }) => of);
  while (list.length < least) list.push(list.length > 0 ? deepCopyJSON(list[0]) : filledOf(kind ?? "string"));
  list.forEach((item, at) => (list[at] = fit(item, itemRules, fitting)));
  chooseItems(list, rules, fitting);
  for (const { where, rules: inner } of rulesOfKind(rules, "item")) {
    addItem(list, where, fitting);
    const at = list.findIndex((item) => isSelected(item, where));
    if (at >= 0) list[at] = fit(list[at], [...itemRules, ...inner], fitting);
  }
  for (const unique of rulesOfKind(rules, "unique")) makeUnique(list, unique, itemRules, least, fitting);
  return list;
}

/** Reports whether an item has the values of some keys. */
export function isSelected(item: unknown, where: Selector): boolean {
  return isValues(item) && Object.entries(where).every(([name, value]) => item[name] === value);
}

/** In half of the lists without a selected item, makes the last item the selected one. */
function addItem(list: unknown[], where: Selector, { random }: Fitting): void {
  const last = list.at(-1);
  if (!isValues(last) || random(2) === 0 || list.some((item) => isSelected(item, where))) return;
  Object.assign(last, where);
}

/** Removes items so that at most one member of a union of items is in the list. */
function chooseItems(list: unknown[], rules: Rules, { random }: Fitting): void {
  for (const { kind, members } of rulesOfKind(rules, "union", "zeroOrOneOf")) {
    const selectors = members.flatMap(({ item }) => (item === undefined ? [] : [item]));
    const set = selectors.filter((where) => list.some((item) => isSelected(item, where)));
    const wanted = set[random(Math.max(set.length, 1))] ?? (kind === "union" ? selectors[0] : undefined);
    const others = set.filter((where) => where !== wanted);
    list.splice(0, list.length, ...list.filter((item) => !others.some((where) => isSelected(item, where))));
    if (wanted !== undefined && !set.includes(wanted)) {
      const first = list.find(isValues);
      if (first === undefined) list.push({ ...wanted });
      else Object.assign(first, wanted);
    }
  }
}

/** Changes or removes items that are equal to earlier ones. */
function makeUnique(
  list: unknown[],
  { keys }: RuleOf<"unique">,
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

/** Returns what identifies an item: some of its properties, or the whole item. */
export function itemKey(item: unknown, keys: readonly string[] | undefined): string {
  if (keys === undefined || !isValues(item)) return JSON.stringify(item, withoutEmpty);
  return compositeKey(...keys.map((name) => item[name] as string | number | boolean | undefined));
}

/**
 * Replacer for `JSON.stringify`: sorts keys, and removes empty lists and maps, which are equal to
 * absent ones.
 */
function withoutEmpty(_key: string, value: unknown): unknown {
  if (!isValues(value)) return value;
  const isFilled = (one: unknown): boolean => typeof one !== "object" || one === null || Object.keys(one).length > 0;
  const entries = Object.entries(value).filter(([, one]) => isFilled(one));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function varied(item: unknown, keys: readonly string[] | undefined, rules: Rules, fitting: Fitting): unknown {
  if (!isValues(item)) return fitScalar(item, rules, fitting.options, fitting.random, (value) => value !== item);
  const names = keys ?? Object.keys(item).filter((name) => typeof item[name] !== "object");
  const name = names[fitting.random(Math.max(names.length, 1))];
  if (name === undefined) return item;
  const changed: Values = { ...item, [name]: other(item[name], fitting) };
  return fit(changed, rules, fitting);
}

function other(value: unknown, { random }: Fitting): unknown {
  if (typeof value === "boolean") return !value;
  return typeof value === "number" ? random(100) + 1 : `a${String(random(1_000_000))}`;
}
