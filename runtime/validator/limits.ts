import { resolved } from "../schema/resolve-shape.js";
import * as field from "../field/constructors.js";
import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import { goFloat, goPrint, isInt64 } from "../json/go-print.js";
import type { RuleValue } from "../rules/value.js";
import { limits, type Measured } from "../schema/limits.js";
import type { LimitKind, RuleOf } from "../schema/rule.js";
import { byteCount, hasMoreBytes, isLonger, isShorter } from "../util/text-length.js";
import type { Operation } from "../operation/operation.js";
import { isMultipleOf } from "../crd/multiple-of.js";
import { limitTexts } from "../crd/value-texts.js";
import type { Check, RuleSubject } from "./check.js";
import { invalidInBody, withName } from "./crd-error.js";
import { leavesOut } from "../operation/left-out.js";

type LimitError = (path: Path | undefined, measured: never, limit: number) => FieldError;

/**
 * The error of a limit, or its message with `%` for the limit. The second item is the error of
 * Kubernetes' validator of custom resources, if it differs and `limitTexts` has no message for it.
 */
type LimitErrors = readonly [error: string | LimitError, inCRD?: LimitError];

const tooLong: LimitError = (path, _value, max) => field.tooLong(path, max);

/** The errors of a minimum and of a maximum, by the measure that is limited. */
const limitErrors: {
  readonly [of in Measured | "factor"]: { readonly least?: LimitErrors; readonly most: LimitErrors };
} = {
  value: {
    least: ["must be greater than or equal to %"],
    most: ["must be less than or equal to %"],
  },
  characters: {
    least: [field.tooShort],
    // For a CRD, Kubernetes' message says bytes, although characters are counted.
    most: [(path, _value, max) => field.tooLongCharacters(path, max), tooLong],
  },
  bytes: { most: [tooLong] },
  items: { least: [field.tooFew], most: [field.tooMany] },
  properties: { least: [field.tooFew], most: [field.tooMany] },
  factor: { most: [limitTexts.multipleOf("%")] },
};

const isBelow = (measured: number, limit: number): boolean => measured < limit;
const isAbove = (measured: number, limit: number): boolean => measured > limit;
const isNoMultiple = (value: number, factor: number): boolean => !isMultipleOf(value, factor);

/** Returns the function that reports whether a measure violates a limit of a kind. */
export function limitTest(kind: LimitKind): (measured: never, limit: number) => boolean {
  if (kind === "multipleOf") return isNoMultiple;
  const { of, side } = limits[kind];
  if (of === "characters") return side === "least" ? isShorter : isLonger;
  if (of === "bytes") return hasMoreBytes;
  return side === "least" ? isBelow : isAbove;
}

/** Returns the check that a value fulfils a limit. */
export function limitCheck(rule: RuleOf<LimitKind>, { of }: RuleSubject): Check {
  const { kind, limit, exclusive } = rule;
  const fails = limitTest(kind);
  const measure = measureOf(rule, of);
  return (op, path, value, _old, errors) => {
    // The cast is safe, because a rule applies only to values of its type.
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
  const measured = kind === "multipleOf" ? "value" : limits[kind].of;
  if (measured === "items") return of.kind === "bytes" && texts === undefined ? byteCount : lengthOf;
  if (measured === "properties") return of.kind === "map" || texts === undefined ? sizeOf : countProperties;
  // Values of these types can be strings or numbers, so the type of each value is tested.
  const { type } = resolved(of.shape);
  if (type !== "any" && type !== "IntOrString") return (value: unknown) => value;
  const wanted = measured === "value" ? "number" : "string";
  return (value: unknown) => (typeof value === wanted ? value : undefined);
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
  const { of, side } = kind === "multipleOf" ? { of: "factor" as const, side: "most" as const } : limits[kind];
  const [error = "", inCRD] = limitErrors[of][side] ?? [];
  if (texts === undefined) {
    const own =
      typeof error === "string"
        ? field.invalid(path, found, error.replace("%", String(limit)))
        : error(path, found, limit);
    return field.withOrigin(own, kind);
  }
  if (typeof error === "string" || kind in limitTexts) {
    // The cast is safe, because `limitTexts` has the messages of all limits whose error is a
    // message.
    const text = limitTexts[kind as keyof typeof limitTexts](limitText(found, limit), exclusive === true);
    return invalidInBody(path, found, text);
  }
  return withName(path, (inCRD ?? error)(path, found, limit));
}

/**
 * Returns a limit as it is printed in an error. Go converts the limit to the type of the value,
 * `int64` or `float64`. A limit that is not an `int64` is always printed as a `float64`, because
 * the conversion would change it.
 */
function limitText(value: unknown, limit: number): string {
  return typeof value === "number" && !isInt64(value) ? goFloat(limit) : goPrint(limit);
}
