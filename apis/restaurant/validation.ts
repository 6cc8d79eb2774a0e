import { field, type ErrorList, type FieldError } from "@apimachinery/runtime";
import type { Pizza, PizzaSpec } from "./types.js";

/**
 * The largest quantity of one topping. The book's code has no bound. The conversion to v1alpha1
 * needs one, since it writes a topping once for each unit of its quantity.
 */
const maxQuantity = 1000;

/** Returns the errors of a pizza, except those of its metadata. */
export function validatePizza(pizza: Pizza): ErrorList {
  return validatePizzaSpec(pizza.spec, field.newPath("spec"));
}

export function validatePizzaSpec({ toppings }: PizzaSpec, path: field.Path): ErrorList {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  toppings.forEach(({ name, quantity }, index) => {
    const item = path.child("toppings").index(index);
    if (quantity <= 0) errors.push(field.invalid(item.child("quantity"), quantity, "cannot be negative or zero"));
    if (quantity > maxQuantity) {
      errors.push(field.invalid(item.child("quantity"), quantity, `must be less than or equal to ${maxQuantity}`));
    }
    if (name === "") errors.push(field.invalid(item.child("name"), name, "cannot be empty"));
    if (seen.has(name)) errors.push(field.invalid(item.child("name"), name, "must be unique"));
    seen.add(name);
  });
  return errors;
}
