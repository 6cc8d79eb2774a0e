import type { CELFunctions } from "../cel/printed/evaluate.js";
import { validateRules } from "../cel/rules/validate.js";
import * as field from "../field/index.js";
import type { ErrorList, ErrorType, FieldError, Path } from "../field/index.js";
import type { TypeSchema } from "../schema/schema.js";
import type { Operation } from "../operation/operation.js";
import { withoutUndefined } from "./without-undefined.js";
import { structuralSchema } from "./structural.js";

/** Errors after which API servers check no CEL rules. */
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
 * Returns the errors of an object together with those of its CEL rules. Rules are only checked if
 * no earlier error makes their results meaningless; otherwise, an error says so. All of these
 * errors have the origin `cel`.
 */
export function withRuleErrors(errors: ErrorList, path: Path | undefined, validate: () => ErrorList): ErrorList {
  const more = errors.some(isBlocking) ? [field.invalid(path, undefined, notChecked)] : validate();
  return more.length === 0 ? errors : [...errors, ...more.map((error) => ({ ...error, origin: "cel" }))];
}

/** In Kubernetes, a text with a wrong format is a value of a wrong type. */
function isBlocking({ type, origin, stability }: FieldError): boolean {
  return (blocking.has(type) || origin?.startsWith("format=") === true) && stability !== "alpha";
}

/**
 * Returns the errors of a value together with those of the CEL rules of its type, as an API server
 * reports them for a custom resource. Generated validation functions call it.
 *
 * @param errors the errors of all other rules
 * @param functions the printed functions of CEL rules; closures evaluate the others
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
