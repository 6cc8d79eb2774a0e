import { isBranch } from "../values.js";
import { sortedKeys } from "./compare-keys.js";

/**
 * Value that identifies an item of a list. Items with equal keys are the same item. The key of a
 * text, number or boolean is the value itself.
 */
export type ItemKey = string | number | boolean | undefined;

/** Returns the key of an item. */
export type KeyOf<T> = (item: T) => ItemKey;

/** Returns the item itself as its key. The item must be a text, number or boolean. */
export function itself<T extends ItemKey>(item: T): T {
  return item;
}

/** Returns one key for the values of several properties. */
export function compositeKey(...parts: readonly ItemKey[]): string {
  return parts.map((part) => (part === undefined ? "" : JSON.stringify(part))).join();
}

/**
 * Returns a text that is equal for two values exactly if the values are semantically equal. With
 * these texts, comparing all items of a list takes linear time.
 */
export function wholeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(wholeValue).join()}]`;
  if (value === undefined) return "";
  if (!isBranch(value)) return JSON.stringify(value);
  const parts: string[] = [];
  for (const key of sortedKeys(value)) {
    const text = wholeValue(value[key]);
    if (text !== "" && text !== "[]") parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join()}}`;
}
