import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Operation } from "./operation.js";

/**
 * Validates a value and adds its errors to `errors`. Generated functions call each other in this
 * form, so lists of errors are never copied.
 * @param oldValue the value before the update; undefined if none exists
 */
export type Validator<T> = (
  op: Operation,
  fldPath: Path | undefined,
  value: T,
  oldValue: T | undefined,
  errors: FieldError[],
) => void;
