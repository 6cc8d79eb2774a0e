import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Operation } from "./operation.js";

/**
 * Validates a value and adds its errors to `errors`. Generated code has this form inside, so that
 * lists of errors are never copied.
 *
 * @param oldValue the value before the update; undefined if there is none
 */
export type Validator<T> = (
  op: Operation,
  fldPath: Path | undefined,
  value: T,
  oldValue: T | undefined,
  errors: FieldError[],
) => void;
