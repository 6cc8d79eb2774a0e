/**
 * Copies a JSON value. Keys are defined, not assigned, so that `__proto__` stays data; what is not
 * JSON is returned as it is.
 */
export function deepCopyJSON<T>(value: T): T;
export function deepCopyJSON(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return (value as unknown[]).map((item) => deepCopyJSON(item));
  const copy: Record<string, unknown> = { ...value };
  for (const key of Object.keys(copy)) {
    const child = copy[key];
    if (typeof child !== "object" || child === null) continue;
    if (key === "__proto__") {
      Object.defineProperty(copy, key, {
        value: deepCopyJSON(child),
        configurable: true,
        enumerable: true,
        writable: true,
      });
    } else {
      copy[key] = deepCopyJSON(child);
    }
  }
  return copy;
}
