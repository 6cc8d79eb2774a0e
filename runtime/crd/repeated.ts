import { sortedJSONText } from "../json/sorted-json.js";
import type { JSONValue } from "../values/types.js";

/** For each group of equal items, returns the index of the second item. */
export function repeated(list: readonly unknown[]): readonly number[] {
  const times = new Map<string, number>();
  return list.flatMap((item, index) => {
    const text = sortedJSONText(item as JSONValue);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return before === 1 ? [index] : [];
  });
}
