import type { DefinitionPath } from "./places.js";
import { crdForm, type Form } from "./types.js";

/** A value or field in a document that is not allowed in a CustomResourceDefinition. */
export interface FormProblem {
  readonly place: DefinitionPath;
  /** The required type of the value; absent if the field is unknown. */
  readonly wanted?: string;
  /**
   * True if API servers ignore the problem without an error. They do so below keywords with two
   * possible types, such as `items`.
   */
  readonly isIgnored?: true;
}

/**
 * Returns the values and fields of a document that are not allowed in a CustomResourceDefinition:
 * values of a wrong type, which API servers cannot decode, and unknown fields, which they reject in
 * strict validation.
 */
export function formProblems(value: unknown): readonly FormProblem[] {
  return problemsOf(value, crdForm, []);
}

function problemsOf(value: unknown, form: Form, place: DefinitionPath): readonly FormProblem[] {
  // Kubernetes treats null as an absent value.
  if (value === null || value === undefined) return [];
  if ("scalar" in form) {
    const { scalar } = form;
    return scalar === "any" || isScalar(value, scalar) ? [] : [{ place, wanted: words[scalar] }];
  }
  if ("either" in form) {
    const [first, second] = form.either;
    const found = problemsOf(value, first, place);
    const isOther = found.some((problem) => problem.place === place);
    // Below keywords with two possible types, API servers ignore unknown fields. If neither type is
    // boolean, they also ignore values that are neither objects nor lists.
    const isLenient = (problem: FormProblem) =>
      problem.wanted === undefined || (isOther && typeof value !== "object" && !("scalar" in first));
    return (isOther ? problemsOf(value, second, place) : found).map((problem) =>
      isLenient(problem) ? { ...problem, isIgnored: true } : problem,
    );
  }
  if ("list" in form) {
    if (!Array.isArray(value)) return [{ place, wanted: "a list" }];
    return value.flatMap((item, index) => problemsOf(item, form.list, [...place, index]));
  }
  if (typeof value !== "object" || Array.isArray(value)) return [{ place, wanted: "an object" }];
  const fields = "fields" in form ? form.fields() : undefined;
  return Object.entries(value).flatMap(([key, one]) => {
    const inner = [...place, key];
    if ("map" in form) return problemsOf(one, form.map, inner);
    const known = fields !== undefined && Object.hasOwn(fields, key) ? fields[key] : undefined;
    return known === undefined ? [{ place: inner }] : problemsOf(one, known, inner);
  });
}

const words = { string: "a string", boolean: "true or false", integer: "a whole number", number: "a number" } as const;

function isScalar(value: unknown, form: keyof typeof words): boolean {
  return form === "integer" ? Number.isInteger(value) : typeof value === form;
}
