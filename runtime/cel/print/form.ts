import type { CELSchema } from "../types/schema.js";

/** The form that a value has in printed code. */
export type CodeForm =
  /** A JavaScript value. An int is a number within the safe range. */
  | { readonly kind: "bool" | "int" | "double" | "string" }
  /** A JSON object, map or list with a schema. Its parts are read when they are needed. */
  | { readonly kind: "struct" | "map" | "list"; readonly schema: CELSchema; readonly path: readonly string[] }
  /** An array of JavaScript values. */
  | { readonly kind: "array"; readonly item: CodeForm }
  /** An optional: its value, or undefined if the optional has no value. */
  | { readonly kind: "optional"; readonly of: CodeForm }
  /**
   * A value of the evaluator (cel/evaluate). `isTyped` is true if the value is known to have the
   * type that the checker found.
   */
  | { readonly kind: "value"; readonly isTyped?: true };

/** The forms of scalars, and of values of the evaluator. */
export const forms = {
  bool: { kind: "bool" },
  int: { kind: "int" },
  double: { kind: "double" },
  string: { kind: "string" },
  value: { kind: "value" },
  typed: { kind: "value", isTyped: true },
} as const satisfies Readonly<Record<string, CodeForm>>;

export type JSONForm = Extract<CodeForm, { readonly schema: CELSchema }>;

/** Code of a JavaScript expression without side effects, and the form of its value. */
export interface Operand {
  readonly code: string;
  /**
   * Code for an object that was not checked. It can be used to read a field whose type is checked.
   */
  readonly unchecked?: string;
  readonly form: CodeForm;
}

/** The operand for an optional without a value. */
export const noOptional: Operand = { code: "undefined", form: { kind: "optional", of: forms.value } };

/** Thrown for an expression that cannot be printed, so that only the evaluator can evaluate it. */
export class Unprintable extends Error {}

export function isSameForm(a: CodeForm, b: CodeForm): boolean {
  if (a.kind === "array" && b.kind === "array") return isSameForm(a.item, b.item);
  if (a.kind === "optional" && b.kind === "optional") return isSameForm(a.of, b.of);
  if ("schema" in a && "schema" in b) return a.schema === b.schema;
  if (a.kind === "value" && b.kind === "value") return a.isTyped === b.isTyped;
  return a.kind === b.kind;
}

/** Returns the TypeScript type of a value. */
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

/** Returns the TypeScript type of a mutable array with items of a form. */
export function arrayType(item: CodeForm): string {
  return /^[\w.]+$/.test(typeOfForm(item)) ? `${typeOfForm(item)}[]` : `(${typeOfForm(item)})[]`;
}
