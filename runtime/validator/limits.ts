import * as field from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { goFloat, goPrint, isInt64 } from "../json/go-print.js";
import { resolved, type RuleValue } from "../rules/value.js";
import type { LimitKind, RuleOf } from "../schema/rule.js";
import { byteCount, hasMoreBytes, isLonger, isShorter } from "../util/text-length.js";
import type { Operation } from "../operation/operation.js";
import { isMultipleOf } from "../crd/multiple-of.js";
import type { Check, RuleSubject } from "./check.js";
import { invalidInBody, withName } from "./crd-error.js";
import { leavesOut } from "../operation/left-out.js";

/** Message of an error, with `%` for the limit, or a function that returns the error. */
type LimitError = string | ((path: Path | undefined, measured: never, limit: number) => FieldError);

/** A kind of rule that limits a number, a length or a count. */
interface Limit {
  /**
   * The measure that is limited: the value itself, the number of its items, or the number of its
   * properties.
   */
  readonly of: "number" | "string" | "items" | "properties";
  /** Reports whether a measure violates the limit. */
  readonly fails: (measured: never, limit: number) => boolean;
  readonly error: LimitError;
  /** Error of Kubernetes' validator of custom resources; absent if it equals `error`. */
  readonly inCRD?: LimitError;
}

const isBelow = (measured: number, limit: number): boolean => measured < limit;
const isAbove = (measured: number, limit: number): boolean => measured > limit;

/** The kinds of limits, by the kind of their rule. */
const limits: { readonly [K in LimitKind]: Limit } = {
  minimum: {
    of: "number",
    fails: isBelow,
    error: "must be greater than or equal to %",
    inCRD: "should be greater than or equal to %",
  },
  maximum: {
    of: "number",
    fails: isAbove,
    error: "must be less than or equal to %",
    inCRD: "should be less than or equal to %",
  },
  multipleOf: {
    of: "number",
    fails: (value: number, factor) => !isMultipleOf(value, factor),
    error: "should be a multiple of %",
  },
  minLength: { of: "string", fails: isShorter, error: field.tooShort, inCRD: "should be at least % chars long" },
  maxLength: {
    of: "string",
    fails: isLonger,
    error: (path, _value, max) => field.tooLongCharacters(path, max),
    // Kubernetes' message says bytes, although characters are counted.
    inCRD: (path, _value, max) => field.tooLong(path, max),
  },
  maxBytes: { of: "string", fails: hasMoreBytes, error: (path, _value, max) => field.tooLong(path, max) },
  minItems: { of: "items", fails: isBelow, error: field.tooFew, inCRD: "should have at least % items" },
  maxItems: { of: "items", fails: isAbove, error: field.tooMany },
  minProperties: { of: "properties", fails: isBelow, error: field.tooFew, inCRD: "should have at least % properties" },
  maxProperties: { of: "properties", fails: isAbove, error: field.tooMany },
};

/** Returns the check that a value fulfils a limit. */
export function limitCheck(rule: RuleOf<LimitKind>, { of }: RuleSubject): Check {
  const { kind, limit, exclusive } = rule;
  const { fails } = limits[kind];
  const measure = measureOf(rule, of);
  return (op, path, value, _old, errors) => {
    // Assertion: a rule applies only to values of its type.
    const found = measure(value as never, op, path);
    if (found === undefined) return;
    if (fails(found as never, limit) || (exclusive === true && found === limit))
      errors.push(errorOf(rule, path, found as never));
  };
}

type Measure = (value: never, op: Operation, path: Path | undefined) => unknown;

/**
 * Returns the function that measures a value for a rule. That function returns undefined for a
 * value to which the rule does not apply.
 */
function measureOf({ kind, texts }: RuleOf<LimitKind>, of: RuleValue): Measure {
  const measured = limits[kind].of;
  if (measured === "items") return of.kind === "bytes" && texts === undefined ? byteCount : lengthOf;
  if (measured === "properties") return of.kind === "map" || texts === undefined ? sizeOf : countProperties;
  // Values of these types can be strings or numbers, so the type of each value is tested.
  const { type } = resolved(of.shape);
  if (type !== "any" && type !== "IntOrString") return (value: unknown) => value;
  return (value: unknown) => (typeof value === measured ? value : undefined);
}

/**
 * Returns the number of items. A list can be undefined even if it is required, in an object that
 * was not decoded.
 */
function lengthOf(list: readonly unknown[] | undefined): number {
  return list?.length ?? 0;
}

function sizeOf(map: object | undefined): number {
  return map === undefined ? 0 : Object.keys(map).length;
}

/** Returns the number of properties that an object has in its JSON. */
function countProperties(obj: object, op: Operation, path: Path | undefined): number {
  return Object.entries(obj).filter(([name, value]) => value !== undefined && !leavesOut(op, path, obj, name)).length;
}

function errorOf(
  { kind, limit, texts, exclusive }: RuleOf<LimitKind>,
  path: Path | undefined,
  found: never,
): FieldError {
  const { error, inCRD = error } = limits[kind];
  if (texts === undefined) {
    const own =
      typeof error === "string" ? field.invalid(path, found, stated(error, limit)) : error(path, found, limit);
    return field.withOrigin(own, kind);
  }
  if (typeof inCRD !== "string") return withName(path, inCRD(path, found, limit));
  return invalidInBody(
    path,
    found,
    stated(exclusive === true ? inCRD.replace("or equal to ", "") : inCRD, limitText(found, limit)),
  );
}

function stated(text: string, limit: number | string): string {
  return text.replace("%", String(limit));
}

/**
 * Returns a limit as it is printed in an error. Go converts the limit to the type of the value,
 * `int64` or `float64`. A limit that is not an `int64` is always printed as a `float64`, because
 * the conversion would change it.
 */
function limitText(value: unknown, limit: number): string {
  return typeof value === "number" && !isInt64(value) ? goFloat(limit) : goPrint(limit);
}
