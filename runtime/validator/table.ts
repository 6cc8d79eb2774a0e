import type { FieldError } from "../field/error.js";
import type { Path } from "../field/path.js";
import type { Operation } from "../operation/operation.js";
import { child } from "../field/below.js";
import { isMissing, isPresent } from "./presence.js";
import type { Check } from "./check.js";
import type { FieldPlan, TypePlan } from "./plan.js";
import { propertyValueOf } from "./values.js";

/**
 * Returns the validation function of a type. It calls the checks of the plan, without generated
 * source text.
 */
export function typeTable({ own, steps, fields, union }: TypePlan): Check {
  const checks = fields.map(fieldCheck);
  return (op, path, value, oldValue, errors) => {
    if (own.gate?.passes(op, path, value, oldValue, errors) === false) return;
    for (const { check } of own.steps) check(op, path, value, oldValue, errors);
    for (const { check } of steps) check(op, path, value, oldValue, errors);
    // The cast is safe, because only objects have fields.
    for (const check of checks) check(op, path, value as object, oldValue as object | undefined, errors);
    union?.(op, path, value, oldValue, errors);
  };
}

type FieldCheck = (
  op: Operation,
  path: Path | undefined,
  obj: object,
  oldObj: object | undefined,
  errors: FieldError[],
) => void;

function fieldCheck(field: FieldPlan): FieldCheck {
  const { name, of, presence, zero, needs, own, constraints, ofType, isEqual } = field;
  const hasRules = own.gate !== undefined || own.steps.length + constraints.length + ofType.length > 0;
  return (op, fldPath, obj, oldObj, errors) => {
    if (presence === "required" && !isPresent(op, fldPath, obj, oldObj, name, errors, zero, needs)) return;
    if (!hasRules) return;
    const given: unknown = of.nullable === true ? propertyValueOf(obj, name, of) : Reflect.get(obj, name);
    if (field.skipsAbsent && given === undefined) return;
    const value = propertyValueOf(obj, name, of);
    const oldValue = oldValueOf(field, oldObj);
    const isSameAbsence = !field.isEmptyValue || (given === undefined) === (oldValue === undefined);
    if (op.type === "Update" && oldObj !== undefined && isSameAbsence && isEqual(value, oldValue)) return;
    const path = child(fldPath, name);
    if (own.gate?.passes(op, path, value, oldValue, errors) === false) return;
    for (const { check } of own.steps) check(op, path, value, oldValue, errors);
    if (presence === "optional" && isMissing(op, fldPath, obj, name, zero, needs)) return;
    if (given !== undefined || !of.optional)
      for (const { check } of constraints) check(op, path, value, oldValue, errors);
    if (given !== undefined || !field.isOfPresent)
      for (const { check } of ofType) check(op, path, value, oldValue, errors);
  };
}

function oldValueOf({ name, of, isOldRead }: FieldPlan, oldObj: object | undefined): unknown {
  if (oldObj === undefined) return undefined;
  return isOldRead ? propertyValueOf(oldObj, name, of) : Reflect.get(oldObj, name);
}
