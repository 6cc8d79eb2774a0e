import type { CELFunctions } from "../cel/printed/evaluate.js";
import { validateRules } from "../cel/rules/validate.js";
import * as field from "../field/index.js";
import type { ErrorList, ErrorType, FieldError, Path } from "../field/index.js";
import type { TypeSchema } from "../schema/schema.js";
import type { Operation } from "../operation/operation.js";
import { withoutUndefined } from "./without-undefined.js";
import { structuralSchema } from "./structural.js";

/** Types of errors after which API servers do not evaluate CEL rules. */
const blocking: ReadonlySet<ErrorType> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const notChecked =
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";

/**
 * Returns the errors of an object, with the errors of its CEL rules appended. CEL rules are not
 * evaluated if an earlier error can make their results meaningless; a single error then reports
 * that the CEL rules were not checked. The appended errors have the origin `cel`.
 */
export function withRuleErrors(errors: ErrorList, path: Path | undefined, validate: () => ErrorList): ErrorList {
  const more = errors.some(isBlocking) ? [field.invalid(path, undefined, notChecked)] : validate();
  return more.length === 0 ? errors : [...errors, ...more.map((error) => ({ ...error, origin: "cel" }))];
}

/**
 * Reports whether an error prevents the evaluation of CEL rules. In Kubernetes, a string in a wrong
 * format counts as a value of a wrong type. Errors of alpha rules never prevent the evaluation.
 */
function isBlocking({ type, origin, stability }: FieldError): boolean {
  return (blocking.has(type) || origin?.startsWith("format=") === true) && stability !== "alpha";
}

/**
 * Returns the errors of a value, with the errors of the CEL rules of its type appended, as an API
 * server reports them for a custom resource. Generated validation functions call this function.
 *
 * @param errors the errors of all other rules
 * @param functions generated functions of CEL rules; rules without a function are interpreted
 */
export function validateTypeRules(
  schema: TypeSchema,
  op: Operation,
  fldPath: Path | undefined,
  value: unknown,
  oldValue: unknown,
  errors: ErrorList,
  functions?: CELFunctions,
): ErrorList {
  const options = {
    isRoot: schema.gvk !== undefined,
    path: fldPath,
    ...(functions !== undefined && { printed: { type: schema.name, functions } }),
  };
  const old = op.type === "Update" ? oldValue : undefined;
  return withRuleErrors(
    errors,
    fldPath,
    () => validateRules(structuralSchema(schema), withoutUndefined(value), withoutUndefined(old), options).errors,
  );
}
