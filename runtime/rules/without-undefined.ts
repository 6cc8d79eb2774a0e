/**
 * Returns a value without its undefined properties, which JSON does not have. The value itself is
 * returned if it has none.
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
  const entries = Object.entries(object);
  const kept = entries
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, withoutUndefined(value)] as const);
  const isSame = kept.length === entries.length && kept.every(([name, value]) => value === object[name]);
  return isSame ? object : Object.fromEntries(kept);
}
