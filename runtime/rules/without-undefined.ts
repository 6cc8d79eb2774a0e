/**
 * Returns a value without undefined properties, which JSON cannot contain. Returns the same value
 * if it has none.
 */
export function withoutUndefined(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? listWithout(value) : objectWithout(value as Readonly<Record<string, unknown>>);
}

function listWithout(list: readonly unknown[]): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let at = 0; at < list.length; at++) {
    const item = withoutUndefined(list[at]);
    if (item !== list[at]) (changed ??= [...list])[at] = item;
  }
  return changed ?? list;
}

function objectWithout(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let changed: Map<string, unknown> | undefined;
  for (const name of Object.keys(object)) {
    const value = object[name];
    const kept = withoutUndefined(value);
    if (value === undefined || kept !== value) (changed ??= new Map(Object.entries(object))).set(name, kept);
  }
  return changed === undefined ? object : Object.fromEntries([...changed].filter(([, value]) => value !== undefined));
}
