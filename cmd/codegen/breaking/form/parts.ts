import type { APIValue } from "./api.js";

/** One step of a field path: a property name, `[]` for list items, or `{}` for map values. */
export type ObjectStep = string;

/** Splits a field path such as `spec.toppings[].name` into steps. */
export function parseSteps(path: string): readonly ObjectStep[] {
  return path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? [];
}

/**
 * Returns the parts of a value, each with the step that leads to it. Properties of several union
 * members can have the same step. Omits the items of tuples, which no step can distinguish.
 */
export function partsOfValue({ shape }: APIValue): readonly (readonly [step: ObjectStep, part: () => APIValue])[] {
  switch (shape.kind) {
    case "list":
      return [["[]", shape.item]];
    case "map":
      return [["{}", shape.value]];
    case "object":
      return [...shape.fields().values()].map((field) => [field.name, field.value]);
    case "union":
      return [...shape.members.values()].flatMap((member) => partsOfValue(member()));
    default:
      return [];
  }
}

/** Returns the types at a step. */
export function partsAt(value: APIValue, step: ObjectStep): readonly APIValue[] {
  return partsOfValue(value).flatMap(([name, part]) => (name === step ? [part()] : []));
}

/**
 * Returns the type at a field path, in the first union members that have it; undefined if the path
 * does not exist.
 */
export function valueAtPath(value: APIValue, steps: readonly ObjectStep[]): APIValue | undefined {
  return steps.reduce<APIValue | undefined>((at, step) => (at === undefined ? undefined : partsAt(at, step)[0]), value);
}
