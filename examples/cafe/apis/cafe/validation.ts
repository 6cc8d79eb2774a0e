// apis/cafe/validation.ts
import { field, type ErrorList, type FieldError } from "@apimachinery/runtime";
import type { Machine } from "./machine-types.js";
import type { Coffee, CoffeeStatus, Milk } from "./types.js";

const milks: readonly Milk[] = ["Cow", "Oat", "Soy"];

/** Returns the errors of a coffee, each with the path of its field. */
export function validateCoffee({ spec }: Coffee): ErrorList {
  const path = field.newPath("spec");
  const errors: FieldError[] = [];
  spec.beans.forEach((beans, index) => {
    if (beans === "") errors.push(field.required(path.child("beans").index(index), ""));
  });
  if (spec.milk !== undefined && !milks.includes(spec.milk))
    errors.push(field.notSupported(path.child("milk"), spec.milk, milks));
  if (spec.size < 20 || spec.size > 1000)
    errors.push(field.invalid(path.child("size"), spec.size, "must be between 20 and 1000"));
  if (spec.cups < 0) errors.push(field.invalid(path.child("cups"), spec.cups, "must be greater than or equal to 0"));
  return errors;
}

export function validateCoffeeStatus({ cups }: CoffeeStatus): ErrorList {
  return cups < 0 ? [field.invalid(field.newPath("status", "cups"), cups, "must be greater than or equal to 0")] : [];
}

export function validateMachine({ spec }: Machine): ErrorList {
  return spec.model === "" ? [field.required(field.newPath("spec", "model"), "")] : [];
}

/** Returns the errors of a change from `old` to this machine: the model is immutable. */
export function validateMachineUpdate({ spec }: Machine, old: Machine): ErrorList {
  return spec.model === old.spec.model
    ? []
    : [field.invalid(field.newPath("spec", "model"), spec.model, "field is immutable")];
}
