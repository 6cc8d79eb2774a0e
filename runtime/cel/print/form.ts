import type { CELSchema } from "../types/schema.js";

/** How printed code has a value of an expression. */
export type CodeForm =
  /** A value of JavaScript. An int is a number within the safe range. */
  | { readonly kind: "bool" | "int" | "double" | "string" }
  /** JSON of a schema: a struct, a map or a list, whose parts are read one by one. */
  | { readonly kind: "struct" | "map" | "list"; readonly schema: CELSchema; readonly path: readonly string[] }
  /** An array of values of JavaScript. */
  | { readonly kind: "array"; readonly item: CodeForm }
  /** A value, or undefined for none. */
  | { readonly kind: "optional"; readonly of: CodeForm }
  /** A value as closures have it. `isTyped` if it has the type that the checker expects. */
  | { readonly kind: "value"; readonly isTyped?: true };

export const boolForm: CodeForm = { kind: "bool" };
export const intForm: CodeForm = { kind: "int" };
export const doubleForm: CodeForm = { kind: "double" };
export const stringForm: CodeForm = { kind: "string" };
export const valueForm: CodeForm = { kind: "value" };
export const typedValue: CodeForm = { kind: "value", isTyped: true };

export type JSONForm = Extract<CodeForm, { readonly schema: CELSchema }>;

/** An expression of JavaScript without side effects. */
export interface Operand {
  readonly code: string;
  /** Code of a struct that is not checked, for fields whose types are checked. */
  readonly unchecked?: string;
  readonly form: CodeForm;
}

/** An optional without a value. */
export const noOptional: Operand = { code: "undefined", form: { kind: "optional", of: valueForm } };

/** The expression cannot be printed; it is evaluated by closures. */
export class Unprintable extends Error {}

export function isSameForm(a: CodeForm, b: CodeForm): boolean {
  if (a.kind === "array" && b.kind === "array") return isSameForm(a.item, b.item);
  if (a.kind === "optional" && b.kind === "optional") return isSameForm(a.of, b.of);
  if ("schema" in a && "schema" in b) return a.schema === b.schema;
  if (a.kind === "value" && b.kind === "value") return a.isTyped === b.isTyped;
  return a.kind === b.kind;
}

/** Returns the type of TypeScript. */
export function typeOfForm(form: CodeForm): string {
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
      return `${typeOfForm(form.of)} | undefined`;
    case "value":
      return "cel.Value";
  }
}

/** Returns the type of an array that grows. */
export function arrayType(item: CodeForm): string {
  return /^[\w.]+$/.test(typeOfForm(item)) ? `${typeOfForm(item)}[]` : `(${typeOfForm(item)})[]`;
}
