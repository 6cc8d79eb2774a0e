import { rulesOfKind } from "./active.js";
import type { PickNumber } from "./random.js";
import type { Rules, ItemKeys } from "./rule.js";
import { isValues } from "./value.js";

/** Reports whether an item has the given values of its keys. */
export function isSelectedItem(item: unknown, where: ItemKeys): boolean {
  return isValues(item) && Object.entries(where).every(([name, value]) => item[name] === value);
}

/**
 * If no item of the list is selected, makes the last item the selected one, in half of all cases.
 */
export function addItem(list: unknown[], where: ItemKeys, random: PickNumber): void {
  const last = list.at(-1);
  if (!isValues(last) || random(2) === 0 || list.some((item) => isSelectedItem(item, where))) return;
  Object.assign(last, where);
}

/** Removes items so that at most one member of a union of items is in the list. */
export function chooseItems(list: unknown[], rules: Rules, random: PickNumber): void {
  for (const { kind, members } of rulesOfKind(rules, "union", "zeroOrOneOf")) {
    const selectors = members.flatMap(({ item }) => (item === undefined ? [] : [item]));
    const set = selectors.filter((where) => list.some((item) => isSelectedItem(item, where)));
    const wanted = set[random(Math.max(set.length, 1))] ?? (kind === "union" ? selectors[0] : undefined);
    const others = set.filter((where) => where !== wanted);
    list.splice(0, list.length, ...list.filter((item) => !others.some((where) => isSelectedItem(item, where))));
    if (wanted !== undefined && !set.includes(wanted)) {
      const first = list.find(isValues);
      if (first === undefined) list.push({ ...wanted });
      else Object.assign(first, wanted);
    }
  }
}

/** Returns the key of an item: some of its properties, or the whole item. */
export function itemKey(item: unknown, keys: readonly string[] | undefined): string {
  if (keys === undefined || !isValues(item)) return JSON.stringify(item, withoutEmpty);
  return JSON.stringify(keys.map((name) => item[name]));
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
