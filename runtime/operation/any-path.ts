import type { FieldError } from "../field/error.js";
import { Path } from "../field/path.js";
import type { Check, Operation } from "./operation.js";

/**
 * A path that replaces all paths in an object. Validators first check an object with this
 * path, because a valid object needs no paths, and building them takes more time than the checks.
 */
class AnyPath extends Path {
  /** True if the result of the check depends on a path. */
  isNeeded = false;

  constructor() {
    super("", "", null);
  }

  override child(): this {
    return this;
  }

  override index(): this {
    return this;
  }

  override key(): this {
    return this;
  }
}

/** The only instance, because a new one for each object takes half of the time of a short check. */
const anyPath = new AnyPath();

/**
 * Returns the errors of a check. It runs without paths first. It
 * runs again with paths if it has found an error, or if its result depends on a path.
 */
export function errorsOf(
  check: Check,
  op: Operation,
  path: Path | undefined,
  value: unknown,
  oldValue: unknown,
): FieldError[] {
  const found: FieldError[] = [];
  const outer = anyPath.isNeeded;
  anyPath.isNeeded = false;
  check(op, anyPath, value, oldValue, found);
  const isEnough = found.length === 0 && !anyPath.isNeeded;
  anyPath.isNeeded = outer;
  if (isEnough) return found;
  const errors: FieldError[] = [];
  check(op, path, value, oldValue, errors);
  return errors;
}

/**
 * Reports whether a path is the real one. If it is not, the check runs again with real paths.
 * A function that can depend on the path is called only with a real path.
 */
export function isReal(path: Path | undefined): boolean {
  if (path === anyPath) anyPath.isNeeded = true;
  return path !== anyPath;
}
