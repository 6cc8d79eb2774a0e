import { underlying } from "../../../engine/model/lookup.js";
import type { Type, Universe } from "../../../engine/model/universe.js";
import { nativeKind } from "../native.js";

/** Kinds of JSON values that constraints of CRDs distinguish. */
export type ConstraintKind = "text" | "number" | "list" | "object" | "truth" | "textOrNumber" | "any";

/** Returns the kind of a type's JSON values. */
export function constraintKind(universe: Universe, type: Type): ConstraintKind {
  const under = underlying(universe, type);
  if (under.kind === "scalar" && Object.hasOwn(scalars, under.name)) return scalars[under.name] ?? "any";
  switch (nativeKind(universe, type)) {
    case "string":
    case "bytes":
      return "text";
    case "int":
    case "float":
      return "number";
    case "bool":
      return "truth";
    case "list":
    case "tuple":
      return "list";
    case "map":
    case "struct":
      return "object";
    // `interface` is a union of interfaces.
    case "interface":
      return "object";
  }
}

const scalars: Readonly<Record<string, ConstraintKind | undefined>> = {
  Time: "text",
  MicroTime: "text",
  Duration: "text",
  Quantity: "text",
  IntOrString: "textOrNumber",
  any: "any",
};

/** Plural nouns for the kinds, for messages. */
export const nouns: Readonly<Record<ConstraintKind, string>> = {
  text: "strings",
  number: "numbers",
  list: "lists",
  object: "objects and maps",
  truth: "booleans",
  textOrNumber: "strings and numbers",
  any: "any values",
};

/**
 * Reports whether a constraint for one kind of values can be used on values of another kind.
 * @param kind kind of the value
 * @param wanted kind that the constraint requires
 */
export function covers(kind: ConstraintKind, wanted: ConstraintKind): boolean {
  if (kind === wanted || wanted === "any") return true;
  return kind === "any" ? wanted === "text" || wanted === "number" : kind === "textOrNumber" && wanted === "text";
}
