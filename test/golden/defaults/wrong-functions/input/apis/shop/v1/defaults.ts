import type { A, C, D, Order, Pizza, Sauce, Late } from "./types.js";

// Returns its object.
export function SetDefaults_A(obj: A): A {
  return obj;
}

// Takes something else.
export function SetDefaults_B(obj: A): void {
  obj.x = "";
}

// A constant.
export const SetDefaults_C = (obj: C): void => {
  obj.x = "";
};

// Not exported.
function SetDefaults_D(obj: D): void {
  obj.x = "";
}
export const use = SetDefaults_D;

// Not the name that is looked for.
export function SetDefault_Pizza(obj: Pizza): void {
  obj.x = "";
}

// No such type.
export function SetDefaults_Piza(obj: Pizza): void {
  obj.x = "";
}

// Two parameters.
export function SetObjectDefaults_Order(obj: Order, deep: boolean): void {
  obj.a.x = String(deep);
}

// The type begins with the letter that the prefix lacks.
export function SetDefault_Sauce(obj: Sauce): void {
  obj.name = "Tomato";
}

// Nobody can import it by its name.
export default function SetDefaults_Late(obj: Late): void {
  obj.name = "Late";
}
