import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Pattern } from "../pattern/index.js";
import type { Identity } from "../rules/type-rules.js";
import type { RuleValue } from "../rules/value.js";
import type { TypeSchema } from "../schema/schema.js";
import type { Check } from "../operation/operation.js";

export type { Check } from "../operation/operation.js";

/** Functions that checks of rules use, in addition to the schema and the value. */
export interface RuleEnvironment {
  readonly functionOf: (schema: TypeSchema) => Check;
  readonly handWritten: (name: string) => (...call: readonly unknown[]) => readonly FieldError[];
  readonly pattern: (text: string) => Pattern;
}

/** Facts from the schema about a value to which rules apply. */
export interface RuleSubject {
  readonly of: RuleValue;
  /**
   * The facts that identify an item, if the value is a list. Absent if the items have no identity.
   */
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

/** Returns a check that calls a function, and adds the error that the function returns, if any. */
export function errorCheck(errorOf: (path: Path | undefined, value: never) => FieldError | undefined): Check {
  return (_op, path, value, _old, errors) => {
    // The cast is safe, because a rule applies only to values of its type.
    const error = errorOf(path, value as never);
    if (error !== undefined) errors.push(error);
  };
}
