// src/strategies.ts
import { nameIsDNSSubdomain, type Strategy } from "@apimachinery/apiserver";
import { field } from "@apimachinery/runtime";
import type { Machine } from "../apis/cafe/v1/machine-types.js";
import type { Coffee } from "../apis/cafe/v1/types.js";

/** Rules for coffees in addition to the rules of their types. */
export const coffeeStrategy: Strategy<Coffee> = {
  /** As for custom resources, a name consists of lower case letters, digits, "-" and ".". */
  validateName: nameIsDNSSubdomain,
  /** Returns an error if an order exceeds ten litres, the capacity of a machine. */
  validate: (_context, { spec }) =>
    spec.size * spec.cups > 10_000
      ? [field.invalid(field.newPath("spec", "cups"), spec.cups, "must not exceed 10 litres in total")]
      : [],
  warningsOnCreate: (_context, { spec }) => (spec.size > 500 ? ["spec.size: that is a lot of coffee"] : []),
};

/** Only checks names, because the markers of the type contain all other rules for machines. */
export const machineStrategy: Strategy<Machine> = { validateName: nameIsDNSSubdomain };
