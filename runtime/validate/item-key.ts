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
