import { goPrint } from "../json/go-print.js";
import { goQuote } from "../util/go-quote.js";
import { jsonText } from "../json/values.js";
import { shortened } from "../util/shortened.js";

/** Type of a field error. In a Status, the type is the `reason` of a cause. */
export type ErrorType =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooShort"
  | "FieldValueTooMany"
  | "FieldValueTooFew"
  | "InternalError"
  | "FieldValueTypeInvalid";

/** An error of one field, as a plain object in an `ErrorList`. It is never thrown. */
export interface FieldError {
  readonly type: ErrorType;
  /** Path of the field as a string; `<nil>` for an error without a path. */
  readonly field: string;
  /** The invalid value; `omitValue` if the message does not contain the value. */
  readonly badValue: unknown;
  readonly detail: string;
  /**
   * Name of the rule that found the error, such as `maximum` or `format=k8s-short-name`. Tests can
   * compare the origin instead of the message.
   */
  readonly origin?: string;
  /**
   * Stability of the rule that found the error. Servers ignore errors of an `alpha` rule, but
   * enforce errors of a `beta` rule. Absent for a stable rule.
   */
  readonly stability?: "alpha" | "beta";
}

/** Value of `badValue` for errors whose message must not contain the invalid value. */
export const omitValue: unique symbol = Symbol("value omitted");

const heads: Readonly<Record<ErrorType, string>> = {
  FieldValueNotFound: "Not found",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
  FieldValueInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
  FieldValueTooShort: "Too short",
  FieldValueTooMany: "Too many",
  FieldValueTooFew: "Too few",
  InternalError: "Internal error",
  FieldValueTypeInvalid: "Invalid value",
};

const withoutValue: ReadonlySet<ErrorType> = new Set([
  "FieldValueRequired",
  "FieldValueForbidden",
  "FieldValueTooLong",
  "FieldValueTooShort",
  "InternalError",
]);

/**
 * Returns the message of an error as Kubernetes prints it: `spec.name: Invalid value: "A": must be
 * lower case`. Values and paths are cut at 1,024 characters, and details at 4,096 characters.
 */
export function errorText(error: FieldError): string {
  return `${shortened(error.field)}: ${errorBody(error)}`;
}

/** Returns the message of an error without the field path, as it appears in a cause of a Status. */
export function errorBody(error: FieldError): string {
  let body = heads[error.type];
  if (error.badValue !== omitValue && !withoutValue.has(error.type)) body += `: ${printed(error.badValue)}`;
  return error.detail === "" ? body : `${body}: ${shortened(error.detail, 4096)}`;
}

/** Returns the words with which the message of an error starts, such as `Invalid value`. */
export function errorTypeText(type: ErrorType): string {
  return heads[type];
}

function printed(value: unknown): string {
  if (typeof value === "string") return goQuote(shortened(value));
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return goPrint(value);
  if (value === undefined) return "null";
  return shortened(jsonText(value));
}
