/** Two values at a path of both; undefined stands for an absent one. */
export interface Difference {
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** The first place where two JSON values differ. The order of keys does not count, a key that is undefined does. */
export function firstDifference(left: unknown, right: unknown, path = ""): Difference | undefined {
  if (Object.is(left, right)) return undefined;
  if (!isBranch(left) || !isBranch(right) || Array.isArray(left) !== Array.isArray(right)) return { path, left, right };
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) {
    const place = childPath(path, key, Array.isArray(left));
    if (Object.hasOwn(left, key) !== Object.hasOwn(right, key)) {
      return { path: place, left: Object.getOwnPropertyDescriptor(left, key)?.value as unknown, right: Object.getOwnPropertyDescriptor(right, key)?.value as unknown };
    }
    const difference = firstDifference(left[key], right[key], place);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

/** The path of the first object or list of `right` that is one of `left`, the very same and not an equal one. */
export function firstShared(left: unknown, right: unknown): string | undefined {
  const branches = new Set<unknown>();
  visit(left, "", (branch) => branches.add(branch));
  let shared: string | undefined;
  visit(right, "", (branch, path) => {
    if (branches.has(branch)) shared ??= path;
  });
  return shared;
}

function visit(value: unknown, path: string, see: (branch: object, path: string) => void): void {
  if (!isBranch(value)) return;
  see(value, path);
  for (const key of Object.keys(value)) visit(value[key], childPath(path, key, Array.isArray(value)), see);
}

function childPath(path: string, key: string, isIndex: boolean): string {
  if (isIndex) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

function isBranch(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
