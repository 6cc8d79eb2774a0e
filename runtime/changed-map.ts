/**
 * A map with the values that `change` returns, without those for which it returns undefined; the
 * map itself where nothing changes. Keys are defined, not assigned, so that `__proto__` stays data.
 */
export function changedMap<T>(
  map: { readonly [key: string]: T },
  change: (value: T) => T | undefined,
): { readonly [key: string]: T } {
  let changed: Map<string, T> | undefined;
  for (const key in map) {
    const value = map[key] as T;
    const next = change(value);
    if (next === value) continue;
    changed ??= new Map(Object.entries(map));
    if (next === undefined) changed.delete(key);
    else changed.set(key, next);
  }
  return changed === undefined ? map : Object.fromEntries(changed);
}
