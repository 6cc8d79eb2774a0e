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

/** The text of an error, with `%` for the limit, or a function that returns the error. */
type LimitError = string | ((path: Path | undefined, measured: never, limit: number) => FieldError);

/** A kind of rule that limits a number, length or size. */
interface Limit {
  /** The rule measures the value itself, or counts its items or properties. */
  readonly of: "number" | "string" | "items" | "properties";
  /** Reports whether a measured value is outside of the limit. */
  readonly fails: (measured: never, limit: number) => boolean;
  readonly error: LimitError;
  /** The error of Kubernetes' validator of custom resources; absent if it is the same one. */
  readonly inCRD?: LimitError;
}

const isBelow = (measured: number, limit: number): boolean => measured < limit;
const isAbove = (measured: number, limit: number): boolean => measured > limit;

/** The limits, by the kinds of their rules. */
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
    // The text of Kubernetes says bytes, although characters are counted.
    inCRD: (path, _value, max) => field.tooLong(path, max),
  },
  maxBytes: { of: "string", fails: hasMoreBytes, error: (path, _value, max) => field.tooLong(path, max) },
  minItems: { of: "items", fails: isBelow, error: field.tooFew, inCRD: "should have at least % items" },
  maxItems: { of: "items", fails: isAbove, error: field.tooMany },
  minProperties: { of: "properties", fails: isBelow, error: field.tooFew, inCRD: "should have at least % properties" },
  maxProperties: { of: "properties", fails: isAbove, error: field.tooMany },
};

/** Returns the check of a limit. */
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

/** Returns what a rule measures of a value; undefined for a value to which it does not apply. */
function measureOf({ kind, texts }: RuleOf<LimitKind>, of: RuleValue): Measure {
  const measured = limits[kind].of;
  if (measured === "items") return of.kind === "bytes" && texts === undefined ? byteCount : lengthOf;
  if (measured === "properties") return of.kind === "map" || texts === undefined ? sizeOf : countProperties;
  // Only a value of some types can be a string or a number.
  const { type } = resolved(of.shape);
  if (type !== "any" && type !== "IntOrString") return (value: unknown) => value;
  return (value: unknown) => (typeof value === measured ? value : undefined);
}

/** An object that was not decoded can lack a required list or map. */
function lengthOf(list: readonly unknown[] | undefined): number {
  return list?.length ?? 0;
}

function sizeOf(map: object | undefined): number {
  return map === undefined ? 0 : Object.keys(map).length;
}

/** Returns the number of an object's properties that its JSON contains. */
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
 * Returns a limit as the error of a value prints it. Go converts the limit to the type of the
 * value, `int64` or `float64`. A limit that is not an `int64` is always printed as a `float64`,
 * because the conversion would change it.
 */
function limitText(value: unknown, limit: number): string {
  return typeof value === "number" && !isInt64(value) ? goFloat(limit) : goPrint(limit);
}
