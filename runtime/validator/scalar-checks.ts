import { getOwn } from "../json/values.js";
import * as field from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { isLiteral } from "../rules/value.js";
import type { RuleOf } from "../schema/rule.js";
import { compareByCodePoints } from "../util/compare-keys.js";
import { goQuote } from "../util/go-quote.js";
import { formats } from "../rules/formats.js";
import { isInLeftOut, markImplied } from "../operation/left-out.js";
import type { Operation } from "../operation/operation.js";
import { errorCheck, type Check, type RuleSubject } from "./check.js";
import { isUnsetValue } from "./values.js";

export function requiredCheck(_rule: unknown, { of }: RuleSubject): Check {
  return errorCheck((path, value) => (isUnsetValue(value, of) ? field.required(path, "") : undefined));
}

export function forbiddenCheck(_rule: unknown, { of }: RuleSubject): Check {
  return errorCheck((path, value) => (isUnsetValue(value, of) ? undefined : field.forbidden(path, "")));
}

/** Checks that a value differs from the value of the rule. */
export function otherCheck({ value: refused }: RuleOf<"neq">): Check {
  const printed = typeof refused === "string" ? goQuote(refused) : String(refused);
  const error = (path: Path | undefined) =>
    field.withOrigin(field.invalid(path, refused, `must not be equal to ${printed}`), "neq");
  return errorCheck((path, value) => (value === refused ? error(path) : undefined));
}

export function fixedCheck({ passes, message }: RuleOf<"fixed">): Check {
  return errorCheck((path, value: unknown) =>
    passes
      ? undefined
      : field.withOrigin(field.invalid(path, value ?? null, `forced failure: ${message}`), "validateFalse"),
  );
}

export function formatCheck({ format }: RuleOf<"format">): Check {
  const check = formats[format];
  return (_op, path, value, _old, errors) => check?.(path, value as string, errors);
}

type Values = ReadonlySet<string | number | boolean>;
type Exclusions = NonNullable<RuleOf<"enum">["exclusions"]>;

/**
 * Checks that a value is a member of an enumeration. As in Kubernetes, exclusions are evaluated in
 * order until one applies to the value. An option that is evaluated but undefined is an error.
 */
export function enumCheck(
  rule: { readonly values: readonly (string | number | boolean)[]; readonly exclusions?: Exclusions },
  { of }: RuleSubject,
): Check {
  const { exclusions = [] } = rule;
  const values: Values = new Set(rule.values);
  const isUnion = isLiteral(of.shape);
  return (op, path, value, _old, errors) => {
    const member = value as string;
    const isKnown = values.has(member);
    const excluded = exclusions.length > 0 && findExclusion(op, exclusions, member);
    if (isKnown && excluded === false) return;
    const error =
      typeof excluded === "string"
        ? undefinedOption(path, excluded)
        : isUnion && !isKnown
          ? notInUnion(op, path, member, values, exclusions)
          : unsupported(op, path, member, values, exclusions);
    errors.push(isUnion && !isKnown ? markImplied(error) : error);
  };
}

/**
 * Returns the error for a value that is not in a union of literals. If the request left out the
 * object that contains the value, this is the error for a missing property. The error is marked
 * with `markImplied`.
 */
export function notInUnion(
  op: Operation,
  path: Path | undefined,
  value: string | number | boolean,
  values: Values,
  exclusions: Exclusions = [],
): FieldError {
  const isLeftOut = value === "" && isInLeftOut(op, path);
  return markImplied(isLeftOut ? field.required(path, "") : unsupported(op, path, value, values, exclusions));
}

/**
 * Returns the error for a value that is not a member of an enumeration. The error lists the allowed
 * members in sorted order.
 */
function unsupported(
  op: Operation,
  path: Path | undefined,
  value: string | number | boolean,
  values: Values,
  exclusions: Exclusions,
): FieldError {
  const supported: string[] = [];
  for (const member of values) {
    const excluded = findExclusion(op, exclusions, String(member));
    if (typeof excluded === "string") return undefinedOption(path, excluded);
    if (!excluded) supported.push(String(member));
  }
  return field.notSupported(path, value, supported.sort(compareByCodePoints));
}

/**
 * Reports whether an option excludes a member. Returns the name of the option instead if the option
 * is not defined.
 */
function findExclusion(op: Operation, exclusions: Exclusions, member: string): boolean | string {
  for (const { value, option, whenEnabled } of exclusions) {
    const enabled = optionOf(op, option);
    if (enabled === undefined) return option;
    if (value === member && whenEnabled === enabled) return true;
  }
  return false;
}

/** Returns whether an option is enabled; undefined if the operation does not define the option. */
function optionOf({ options }: Operation, option: string): boolean | undefined {
  return getOwn(options, option);
}

/** Returns the error for a reference to an option that the operation does not define. */
function undefinedOption(path: Path | undefined, option: string): FieldError {
  return field.internalError(path, new Error(`undefined validation option ${goQuote(option)}`));
}

/**
 * Returns a check that runs `inner` only if an option has the required state. An option that the
 * operation does not define is an error.
 */
export function optionCheck({ option, enabled }: RuleOf<"option">, inner: Check): Check {
  return (op, path, value, oldValue, errors) => {
    const state = optionOf(op, option);
    if (state === undefined) errors.push(undefinedOption(path, option));
    else if (state === enabled) inner(op, path, value, oldValue, errors);
  };
}
