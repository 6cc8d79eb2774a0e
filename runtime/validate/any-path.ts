import type { FieldError } from "../field/error.js";
import { Path } from "../field/path.js";
import type { Operation } from "./operation.js";
import type { Validator } from "./validator.js";

/**
 * A path that replaces all paths in an object. Generated functions first check an object with this
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
 * Returns the errors that a validator adds for a value. The validator runs without paths first. It
 * runs again with paths if it has found an error, or if its result depends on a path.
 */
export function errorsOf<T>(
  validate: Validator<T>,
  op: Operation,
  fldPath: Path | undefined,
  value: T,
  oldValue: T | undefined,
): FieldError[] {
  const found: FieldError[] = [];
  const outer = anyPath.isNeeded;
  anyPath.isNeeded = false;
  validate(op, anyPath, value, oldValue, found);
  const isEnough = found.length === 0 && !anyPath.isNeeded;
  anyPath.isNeeded = outer;
  if (isEnough) return found;
  const errors: FieldError[] = [];
  validate(op, fldPath, value, oldValue, errors);
  return errors;
}

/**
 * Reports whether a path is the real one. If it is not, the check runs again with real paths.
 * Generated code calls a function that can depend on the path only with a real path.
 */
export function isReal(path: Path | undefined): boolean {
  if (path === anyPath) anyPath.isNeeded = true;
  return path !== anyPath;
}
