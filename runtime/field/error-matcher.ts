import { goPrint } from "../json/go-print.js";
import { goQuote } from "../util/go-quote.js";
import { jsonEqual } from "../json/values.js";
import type { JSONValue } from "../values/types.js";
import { type FieldError, errorTypeText, omitValue } from "./error.js";
import type { ErrorList } from "./error-list.js";

/**
 * Rewrites the path of a field in an older version to the path of the field in the newest version.
 */
export interface NormalizationRule {
  /** Matches the part of the path to rewrite. All matches are replaced. */
  readonly pattern: RegExp;
  /** Replacement in the syntax of `String.replace`: `$1` is the first group of the pattern. */
  readonly replacement: string;
}

/** The properties of errors that a matcher compares. */
export interface ErrorCriteria {
  readonly type?: true;
  readonly field?: true;
  readonly value?: true;
  readonly origin?: true;
  readonly originWhenInvalid?: true;
  readonly detail?: (want: string, got: string) => boolean;
  readonly rules?: readonly NormalizationRule[];
}

/**
 * Compares the errors of a validation with the errors that a test expects (Go: field.ErrorMatcher).
 * A new matcher compares nothing. Each `by…` method returns a matcher that also compares one more
 * property of the errors.
 *
 * @example
 * const matcher = new field.ErrorMatcher().byType().byField().byOrigin();
 * const want = field.invalid(field.newPath("spec", "cost"), null, "");
 * matcher.test([field.withOrigin(want, "minimum")], validateTopping(topping));
 */
export class ErrorMatcher {
  readonly #criteria: ErrorCriteria;

  constructor(criteria: ErrorCriteria = {}) {
    this.#criteria = criteria;
  }

  byType(): ErrorMatcher {
    return this.#with({ type: true });
  }

  byField(): ErrorMatcher {
    return this.#with({ field: true });
  }

  /**
   * Returns a matcher that also compares paths. The path of an expected error must equal the path
   * of a found error, or the result of the first rule that changes the latter path. Expected errors
   * normally use the paths of the newest version.
   */
  byFieldNormalized(rules: readonly NormalizationRule[]): ErrorMatcher {
    return this.#with({ field: true, rules });
  }

  byValue(): ErrorMatcher {
    return this.#with({ value: true });
  }

  /**
   * Returns a matcher that also compares origins, the names of the rules that find errors. In
   * `test` and `differences`, an expected error with an origin matches one or more found errors.
   * Tests therefore do not depend on the messages of errors or on their number.
   */
  byOrigin(): ErrorMatcher {
    return this.#with({ origin: true });
  }

  /**
   * Returns a matcher for which `byOrigin` requires an origin in each expected error of the type
   * FieldValueInvalid.
   */
  requireOriginWhenInvalid(): ErrorMatcher {
    return this.#with({ originWhenInvalid: true });
  }

  byDetailExact(): ErrorMatcher {
    return this.#with({ detail: (want, got) => got === want });
  }

  /**
   * Returns a matcher that also requires the detail of a found error to contain the detail of the
   * expected error.
   */
  byDetailSubstring(): ErrorMatcher {
    return this.#with({ detail: (want, got) => got.includes(want) });
  }

  /**
   * Returns a matcher that treats the detail of an expected error as a regular expression. The
   * detail of a found error must match it.
   */
  byDetailRegexp(): ErrorMatcher {
    return this.#with({ detail: (want, got) => new RegExp(want, "u").test(got) });
  }

  /** Returns a matcher that compares the type, field, value and origin, and the exact detail. */
  exactly(): ErrorMatcher {
    return this.byType().byField().byValue().byOrigin().byDetailExact();
  }

  /**
   * Reports whether a found error equals an expected error in the properties that this matcher
   * compares.
   */
  matches(want: FieldError, got: FieldError): boolean {
    const { type, field, value, origin, originWhenInvalid, detail } = this.#criteria;
    if (type === true && want.type !== got.type) return false;
    if (field === true && want.field !== got.field && want.field !== this.#normalized(got.field)) return false;
    if (value === true && !jsonEqual(want.badValue, got.badValue)) return false;
    if (origin === true) {
      if (originOf(want) !== originOf(got)) return false;
      if (originWhenInvalid === true && want.type === "FieldValueInvalid" && originOf(want) === "") return false;
    }
    return detail === undefined || detail(want.detail, got.detail);
  }

  /**
   * Returns the compared properties of an error as a string: `{Type="Invalid value",
   * Field="spec.cost", Origin="minimum"}`.
   */
  render(error: FieldError): string {
    const { type, field, value, origin, originWhenInvalid, detail } = this.#criteria;
    const parts: string[] = [];
    if (type === true) parts.push(`Type=${goQuote(errorTypeText(error.type))}`);
    if (field === true) {
      const normalized = this.#normalized(error.field);
      const alias = normalized === error.field ? "" : ` (aka ${goQuote(error.field)})`;
      parts.push(`Field=${goQuote(normalized)}${alias}`);
    }
    if (value === true) parts.push(`Value=${valueText(error.badValue)}`);
    if (origin === true || (originWhenInvalid === true && error.type === "FieldValueInvalid"))
      parts.push(`Origin=${goQuote(originOf(error))}`);
    if (detail !== undefined) parts.push(`Detail=${goQuote(error.detail)}`);
    return `{${parts.join(", ")}}`;
  }

  /**
   * Returns a message for each expected error that was not found, each found error that was not
   * expected, and each exact duplicate of a found error. The result is empty if the lists match.
   */
  differences(want: ErrorList, got: ErrorList): readonly string[] {
    const exactly = this.exactly();
    const texts: string[] = [];
    const seen = new Set<string>();
    for (const error of got) {
      const text = exactly.render(error);
      if (seen.has(text)) texts.push(`exact duplicate error:\n${text}`);
      seen.add(text);
    }
    let remaining = got;
    for (const expected of want) {
      const matchesMany = this.#criteria.origin === true && originOf(expected) !== "";
      const first = remaining.findIndex((error) => this.matches(expected, error));
      if (first < 0) texts.push(`expected an error matching:\n${this.render(expected)}`);
      else
        remaining = remaining.filter((error, index) =>
          matchesMany ? !this.matches(expected, error) : index !== first,
        );
    }
    return [...texts, ...remaining.map((error) => `unmatched error:\n${exactly.render(error)}`)];
  }

  /**
   * Compares two lists of errors in a test.
   * @throws Error whose message lists all differences, if the lists do not match
   */
  test(want: ErrorList, got: ErrorList): void {
    const differences = this.differences(want, got);
    if (differences.length > 0) throw new Error(differences.join("\n"));
  }

  #with(criteria: ErrorCriteria): ErrorMatcher {
    return new ErrorMatcher({ ...this.#criteria, ...criteria });
  }

  #normalized(path: string): string {
    for (const { pattern, replacement } of this.#criteria.rules ?? []) {
      const normalized = path.replace(new RegExp(pattern, [...new Set(`${pattern.flags}g`)].join("")), replacement);
      if (normalized !== path) return normalized;
    }
    return path;
  }
}

function originOf({ origin = "" }: FieldError): string {
  return origin;
}

function valueText(value: unknown): string {
  if (typeof value === "string") return goQuote(value);
  if (value === undefined || value === null) return "<nil>";
  if (value === omitValue) return "<omitted>";
  if (typeof value === "bigint") return String(value);
  return value instanceof Error ? value.message : goPrint(value as JSONValue);
}
