import * as formats from "../../validate/formats.js";
import type { FieldError } from "../../field/error.js";

interface KnownFormat {
  readonly check: formats.Format;
  /** Strings before and after the part in which samples differ. */
  readonly around: readonly [before: string, after: string];
  /** A string that violates the format once. */
  readonly wrong: string;
}

const known: Readonly<Record<string, KnownFormat | undefined>> = {
  shortName: { check: formats.shortName, around: ["a", ""], wrong: "a_a" },
  longName: { check: formats.longName, around: ["a", ".a"], wrong: "a_a" },
  longNameCaseless: { check: formats.longNameCaseless, around: ["A", ".a"], wrong: "a_a" },
  labelKey: { check: formats.labelKey, around: ["a", ""], wrong: "a a" },
  prefixedLabelKey: { check: formats.prefixedLabelKey, around: ["a.b/c", ""], wrong: "a" },
  labelValue: { check: formats.labelValue, around: ["a", ""], wrong: "a a" },
  pathSegmentName: { check: formats.pathSegmentName, around: ["a", ""], wrong: "a%a" },
  uuid: { check: formats.uuid, around: ["00000000-0000-4000-8000-", ""], wrong: "a" },
  extendedResourceName: { check: formats.extendedResourceName, around: ["a.b/c", ""], wrong: "requests.a/b" },
  resourcePoolName: { check: formats.resourcePoolName, around: ["a", "/a"], wrong: "a_a" },
  resourceFullyQualifiedName: { check: formats.resourceFullyQualifiedName, around: ["a.b/c", ""], wrong: "a.b/c-d" },
};

/** Returns the number of errors that validation returns for a string of a format. */
export function formatErrors(format: string, text: string): number {
  const errors: FieldError[] = [];
  known[format]?.check(undefined, text, errors);
  return errors.length;
}

/**
 * Returns a string that has a format. Different numbers give different strings.
 *
 * @param least minimum number of characters of the string
 */
export function formatSample(format: string, number: number, least: number): string {
  const [before, after] = known[format]?.around ?? ["", ""];
  const digits = number.toString(format === "uuid" ? 16 : 36);
  return before + digits.padStart(format === "uuid" ? 12 : least - before.length - after.length, "0") + after;
}

/** Returns a string that violates a format once. */
export function formatViolation(format: string): string {
  return known[format]?.wrong ?? "";
}

/** Returns the origin of a format's errors. */
export function formatOrigin(format: string): string | undefined {
  const errors: FieldError[] = [];
  known[format]?.check(undefined, formatViolation(format), errors);
  return errors[0]?.origin;
}
