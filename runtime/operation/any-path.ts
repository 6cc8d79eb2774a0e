import type { FieldError } from "../field/error.js";
import { Path } from "../field/path.js";
import type { Check, Operation } from "./operation.js";

/**
 * A path that is used for all values of an object. Validators first check an object with this path,
 * because a valid object needs no paths, and creating real paths takes more time than the checks.
 */
class AnyPath extends Path {
  /**
   * True if the result of the check can depend on a real path, so that the check must run again
   * with real paths.
   */
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

/**
 * The only instance. Creating an instance for each object would take half of the time of a short
 * check.
 */
const anyPath = new AnyPath();

/**
 * Returns the errors of a check. The check first runs without real paths. It runs again with real
 * paths if it found an error, or if its result depends on a path.
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
 * Reports whether a path is a real path, not the placeholder of `errorsOf`. For the placeholder,
 * the check is repeated with real paths. A check calls a hand-written function, which may depend on
 * the path, only if the path is real.
 */
export function isReal(path: Path | undefined): boolean {
  if (path === anyPath) anyPath.isNeeded = true;
  return path !== anyPath;
}
