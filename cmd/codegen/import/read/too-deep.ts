import type { DocumentPath } from "../schema.js";

/** Maximum depth of nested lists and objects. Types have the same limit. */
export const maxDocumentDepth = 1000;

/**
 * Returns the path of a value that is nested deeper than `maxDocumentDepth`; undefined if the depth
 * is allowed. YAML aliases can make a value contain itself, so that its depth is infinite.
 */
export function tooDeepPath(root: unknown): DocumentPath | undefined {
  const open: { readonly value: unknown; readonly path: DocumentPath }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== "object" || value === null) continue;
    if (path.length > maxDocumentDepth) return path;
    const entries: Iterable<readonly [string | number, unknown]> = Array.isArray(value)
      ? value.entries()
      : Object.entries(value);
    for (const [key, item] of entries)
      if (typeof item === "object" && item !== null) open.push({ value: item, path: [...path, key] });
  }
  return undefined;
}
