import { isBranch } from "../json/values.js";

/** For each group of equal items, returns the index of the second item. */
export function repeated(list: readonly unknown[]): readonly number[] {
  const times = new Map<string, number>();
  return list.flatMap((item, index) => {
    const text = goJSON(item);
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    return before === 1 ? [index] : [];
  });
}

/** Returns JSON as Go's encoder writes it: keys are sorted, and `<`, `>` and `&` are escaped. */
export function goJSON(value: unknown): string {
  const sorted = (_: string, one: unknown): unknown =>
    isBranch(one) && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : one;
  const escapes: Readonly<Record<string, string>> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026" };
  return JSON.stringify(value, sorted).replace(/[<>&]/g, (sign) => escapes[sign] ?? sign);
}
