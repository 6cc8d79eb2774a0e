/**
 * Returns the paths of the fields that differ between two JSON values, in the order of the first
 * value. Keys that only one of the values has are included.
 */
export function differences(before: unknown, after: unknown, path = ""): readonly string[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const longer: readonly unknown[] = before.length >= after.length ? before : after;
    return longer.flatMap((_, index) => differences(before[index], after[index], `${path}[${index}]`));
  }
  if (!isObject(before) || !isObject(after)) return [path];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differences(before[key], after[key], at(path, key)));
}

/**
 * Returns the path of a key. Keys with special characters are in brackets, as in Kubernetes'
 * messages.
 */
function at(path: string, key: string): string {
  if (key.includes(".")) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
