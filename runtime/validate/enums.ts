import { notSupported, required } from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { compareByCodePoints } from "../util/compare-keys.js";
import { isInLeftOut, markImplied } from "./left-out.js";
import type { Operation } from "./operation.js";
import { undefinedOption } from "./rule-errors.js";

/**
 * A member of an enumeration that is not allowed while an option is enabled (`whenEnabled` is true)
 * or disabled (`whenEnabled` is false).
 */
export interface EnumExclusion {
  readonly value: string;
  readonly option: string;
  readonly whenEnabled: boolean;
}

/** Adds an error if a value is not an allowed member of an enumeration. */
export function enumeration(
  op: Operation,
  fldPath: Path | undefined,
  value: string,
  values: ReadonlySet<string>,
  exclusions: readonly EnumExclusion[],
  errors: FieldError[],
): void {
  // As in Kubernetes, the options of the exclusions are checked in order until an exclusion applies
  // to the value. Each of these options must be defined.
  const excluded = findExclusion(op, exclusions, value);
  if (typeof excluded === "string") errors.push(undefinedOption(fldPath, excluded));
  else if (excluded || !values.has(value)) errors.push(unsupported(op, fldPath, value, values, exclusions));
}

/**
 * Adds the same errors as `enumeration`, for a type that is a union of literals. The error for a
 * value that is not in the union is marked (`isImplied`).
 */
export function unionEnumeration(
  op: Operation,
  fldPath: Path | undefined,
  value: string,
  values: ReadonlySet<string>,
  exclusions: readonly EnumExclusion[],
  errors: FieldError[],
): void {
  const before = errors.length;
  enumeration(op, fldPath, value, values, exclusions, errors);
  const error = errors[before];
  if (error !== undefined && !values.has(value)) markImplied(error);
}

/**
 * Returns the error of `unsupported` for a value that is not in a union of literals, or the error
 * for a missing property if the request left out the object that contains it. The error is marked
 * (`isImplied`).
 */
export function notInUnion(
  op: Operation,
  fldPath: Path | undefined,
  value: string | number | boolean,
  values: ReadonlySet<string | number | boolean>,
): FieldError {
  const isLeftOut = value === "" && isInLeftOut(op, fldPath);
  return markImplied(isLeftOut ? required(fldPath, "") : unsupported(op, fldPath, value, values));
}

/**
 * Returns the error for a value that is not a member of an enumeration. Its message lists the
 * members in sorted order.
 */
export function unsupported(
  op: Operation,
  fldPath: Path | undefined,
  value: string | number | boolean,
  values: ReadonlySet<string | number | boolean>,
  exclusions: readonly EnumExclusion[] = [],
): FieldError {
  const supported: string[] = [];
  for (const member of values) {
    const excluded = findExclusion(op, exclusions, String(member));
    if (typeof excluded === "string") return undefinedOption(fldPath, excluded);
    if (!excluded) supported.push(String(member));
  }
  return notSupported(fldPath, value, supported.sort(compareByCodePoints));
}

/** Reports whether a member is excluded. If an option is not defined, returns its name instead. */
function findExclusion(op: Operation, exclusions: readonly EnumExclusion[], member: string): boolean | string {
  for (const { value, option, whenEnabled } of exclusions) {
    const enabled = Object.hasOwn(op.options, option) ? op.options[option] : undefined;
    if (enabled === undefined) return option;
    if (value === member && whenEnabled === enabled) return true;
  }
  return false;
}
