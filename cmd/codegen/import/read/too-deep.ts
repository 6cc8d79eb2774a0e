import type { Path } from "../schema.js";

/** The greatest number of lists and objects in each other. Types have the same limit. */
export const maxDepth = 1000;

/**
 * Returns the path of a list or object that is in more than `maxDepth` others; undefined if the
 * value has none. A value that contains itself, by an alias of YAML, has no end.
 */
export function tooDeep(root: unknown): Path | undefined {
  const open: { readonly value: unknown; readonly path: Path }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== "object" || value === null) continue;
    if (path.length > maxDepth) return path;
    const entries: Iterable<readonly [string | number, unknown]> = Array.isArray(value)
      ? value.entries()
      : Object.entries(value);
    for (const [key, item] of entries)
      if (typeof item === "object" && item !== null) open.push({ value: item, path: [...path, key] });
  }
  return undefined;
}
