import { isObject } from "../../json/values.js";
import { rulesOfKind } from "./active.js";
import type { PickNumber } from "./random.js";
import type { ItemKeys } from "../../schema/rule.js";
import type { Rules } from "./of-type.js";

/** Reports whether the list keys of an item have the given values. */
export function isSelectedItem(item: unknown, where: ItemKeys): boolean {
  return isObject(item) && Object.entries(where).every(([name, value]) => item[name] === value);
}

/**
 * If no item of the list has the given keys, sets these keys in the last item, with a probability
 * of one half.
 */
export function addItem(list: unknown[], where: ItemKeys, random: PickNumber): void {
  const last = list.at(-1);
  if (!isObject(last) || random(2) === 0 || list.some((item) => isSelectedItem(item, where))) return;
  Object.assign(last, where);
}

/**
 * Removes or changes items so that a union whose members are list items has the allowed number of
 * members.
 */
export function chooseItems(list: unknown[], rules: Rules, random: PickNumber): void {
  for (const { kind, members } of rulesOfKind(rules, "union", "zeroOrOneOf")) {
    const selectors = members.flatMap(({ item }) => (item === undefined ? [] : [item]));
    const set = selectors.filter((where) => list.some((item) => isSelectedItem(item, where)));
    const wanted = set[random(Math.max(set.length, 1))] ?? (kind === "union" ? selectors[0] : undefined);
    const others = set.filter((where) => where !== wanted);
    list.splice(0, list.length, ...list.filter((item) => !others.some((where) => isSelectedItem(item, where))));
    if (wanted !== undefined && !set.includes(wanted)) {
      const first = list.find(isObject);
      if (first === undefined) list.push({ ...wanted });
      else Object.assign(first, wanted);
    }
  }
}

/**
 * Returns a string that identifies an item: the values of its list keys, or of the whole item if it
 * has no list keys.
 */
export function itemKey(item: unknown, keys: readonly string[] | undefined): string {
  if (keys === undefined || !isObject(item)) return JSON.stringify(item, withoutEmpty);
  return JSON.stringify(keys.map((name) => item[name]));
}

/**
 * Replacer for `JSON.stringify`. Sorts the keys and removes empty lists and maps, so that equal
 * items have equal strings: an empty list or map is equal to an absent one.
 */
function withoutEmpty(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const isFilled = (one: unknown): boolean => typeof one !== "object" || one === null || Object.keys(one).length > 0;
  const entries = Object.entries(value).filter(([, one]) => isFilled(one));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
