import type { A, B, C, D, E, F, Pizza } from "./types.js";

// Two parameters.
export function DeepCopy_A(input: A, deep: boolean): A {
  return deep ? { x: [...input.x] } : input;
}

// Returns something else.
export function DeepCopy_B(input: B): void {
  input.x = [];
}

// Takes something else.
export function DeepCopy_C(input: A): C {
  return input;
}

// Does not say what it returns.
export function DeepCopy_D(input: D) {
  return input;
}

// A constant.
export const DeepCopy_E = (input: E): E => input;

// Not exported.
function DeepCopy_F(input: F): F {
  return input;
}
export const use = DeepCopy_F;

// Not the name that is looked for.
export function deepCopyPizza(input: Pizza): Pizza {
  return input;
}

// No such type.
export function DeepCopy_Piza(input: Pizza): Pizza {
  return input;
}
