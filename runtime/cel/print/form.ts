import type { CELSchema } from "../types/schema.js";

/** How printed code has a value of an expression. */
export type Form =
  /** A value of JavaScript. An int is a number within the safe range. */
  | { readonly kind: "bool" | "int" | "double" | "string" }
  /** JSON of a schema: a struct, a map or a list, whose parts are read one by one. */
  | { readonly kind: "struct" | "map" | "list"; readonly schema: CELSchema; readonly path: readonly string[] }
  /** An array of values of JavaScript. */
  | { readonly kind: "array"; readonly item: Form }
  /** A value, or undefined for none. */
  | { readonly kind: "optional"; readonly of: Form }
  /** A value as closures have it. `isTyped` if it has the type that the checker expects. */
  | { readonly kind: "value"; readonly isTyped?: true };

export const bool: Form = { kind: "bool" };
export const int: Form = { kind: "int" };
export const double: Form = { kind: "double" };
export const string: Form = { kind: "string" };
export const value: Form = { kind: "value" };
export const typedValue: Form = { kind: "value", isTyped: true };

export type JSONForm = Extract<Form, { readonly schema: CELSchema }>;

/** An expression of JavaScript without side effects. */
export interface Operand {
  readonly code: string;
  /** Code of a struct that is not checked, for fields whose types are checked. */
  readonly unchecked?: string;
  readonly form: Form;
}

/** An optional without a value. */
export const noOptional: Operand = { code: "undefined", form: { kind: "optional", of: value } };

/** The expression cannot be printed; it is evaluated by closures. */
export class Unprintable extends Error {}

export function isSame(a: Form, b: Form): boolean {
  if (a.kind === "array" && b.kind === "array") return isSame(a.item, b.item);
  if (a.kind === "optional" && b.kind === "optional") return isSame(a.of, b.of);
  if ("schema" in a && "schema" in b) return a.schema === b.schema;
  if (a.kind === "value" && b.kind === "value") return a.isTyped === b.isTyped;
  return a.kind === b.kind;
}

/** Returns the type of TypeScript. */
export function typeOf(form: Form): string {
  switch (form.kind) {
    case "bool":
      return "boolean";
    case "int":
    case "double":
      return "number";
    case "string":
      return "string";
    case "struct":
    case "map":
      return "cel.JSONMap";
    case "list":
      return "readonly unknown[]";
    case "array":
      return `readonly ${arrayType(form.item)}`;
    case "optional":
      return `${typeOf(form.of)} | undefined`;
    case "value":
      return "cel.Value";
  }
}

/** Returns the type of an array that grows. */
export function arrayType(item: Form): string {
  return /^[\w.]+$/.test(typeOf(item)) ? `${typeOf(item)}[]` : `(${typeOf(item)})[]`;
}
