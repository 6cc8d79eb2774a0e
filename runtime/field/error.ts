import { goPrint } from "../go-print.js";
import { goQuote } from "../go-quote.js";
import { jsonText } from "../values.js";
import { shortened } from "../shortened.js";

/** What is wrong with a field, as machines read it: the `reason` of a Status cause. */
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

/**
 * One thing that is wrong with one field. A plain value, collected in an `ErrorList`, not thrown.
 */
export interface FieldError {
  readonly type: ErrorType;
  /** The path as text, `<nil>` for no path. */
  readonly field: string;
  /** The refused value, or `omitValue`. */
  readonly badValue: unknown;
  readonly detail: string;
  /**
   * The rule that found it, `maximum` or `format=k8s-short-name`: tests compare it instead of
   * texts.
   */
  readonly origin?: string;
}

/** Stands for a bad value that is not printed. */
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
 * The text of an error in Kubernetes' words: `spec.name: Invalid value: "A": must be lower case`.
 * Paths, values and details of more than 1,024 characters are cut.
 */
export function errorText(error: FieldError): string {
  return `${shortened(error.field)}: ${errorBody(error)}`;
}

/** `errorText` without the field: the message of a Status cause. */
export function errorBody(error: FieldError): string {
  let body = heads[error.type];
  if (error.badValue !== omitValue && !withoutValue.has(error.type)) body += `: ${printed(error.badValue)}`;
  return error.detail === "" ? body : `${body}: ${shortened(error.detail, 4096)}`;
}

/** Returns the words for a type of error that start its text: `Invalid value`. */
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
