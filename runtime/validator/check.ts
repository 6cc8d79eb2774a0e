import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Pattern } from "../pattern/index.js";
import type { Identity } from "../rules/type-rules.js";
import type { RuleValue } from "../rules/value.js";
import type { TypeSchema } from "../schema/schema.js";
import type { Check } from "../operation/operation.js";

export type { Check } from "../operation/operation.js";

/** What rules need besides schemas and values. */
export interface RuleEnvironment {
  readonly functionOf: (schema: TypeSchema) => Check;
  readonly handWritten: (name: string) => (...call: readonly unknown[]) => readonly FieldError[];
  readonly pattern: (text: string) => Pattern;
}

/** What is known of a value before validation. */
export interface RuleSubject {
  readonly of: RuleValue;
  /** What identifies the items of the value, if it is a list. */
  readonly identity?: Identity | undefined;
  readonly environment: RuleEnvironment;
}

/** Returns a check that runs several checks in order. */
export function sequence(checks: readonly Check[]): Check {
  const [only] = checks;
  if (only !== undefined && checks.length === 1) return only;
  return (op, path, value, oldValue, errors) => {
    for (const check of checks) check(op, path, value, oldValue, errors);
  };
}

/** Returns a check that adds the error that a function returns for a present value. */
export function errorCheck(errorOf: (path: Path | undefined, value: never) => FieldError | undefined): Check {
  return (_op, path, value, _old, errors) => {
    // Assertion: a rule applies only to values of its type.
    const error = errorOf(path, value as never);
    if (error !== undefined) errors.push(error);
  };
}
