// src/strategies.ts
import type { Strategy } from "@apimachinery/apiserver";
import type { Machine } from "../apis/cafe/machine-types.js";
import type { Coffee } from "../apis/cafe/types.js";
import {
  validateCoffee,
  validateCoffeeStatus,
  validateMachine,
  validateMachineUpdate,
} from "../apis/cafe/validation.js";

export const coffeeStrategy: Strategy<Coffee> = {
  validate: (_context, coffee) => validateCoffee(coffee),
  warningsOnCreate: (_context, { spec }) => (spec.size > 500 ? ["spec.size: that is a lot of coffee"] : []),
  status: { validateUpdate: (_context, { status }) => validateCoffeeStatus(status) },
};

export const machineStrategy: Strategy<Machine> = {
  validate: (_context, machine) => validateMachine(machine),
  validateUpdate: (_context, machine, old) => validateMachineUpdate(machine, old),
};
