import type { Type, TypeId } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";

/** Schema of a value. `kind` is the name of the partial that prints it. */
export type ValueView =
  | { readonly kind: "plain"; readonly type: string }
  | {
      readonly kind: "enum";
      readonly type: "string" | "float64";
      readonly values: readonly (string | number | boolean)[];
    }
  | { readonly kind: "list" | "map"; readonly value: ValueView }
  | { readonly kind: "tuple"; readonly elements: readonly ValueView[] }
  | { readonly kind: "reference"; readonly type: "ref" | "embedded"; readonly schema: Printable };

/**
 * Returns the schema of a value.
 * @param schemaOf returns the constant that contains the schema of a declared type
 */
export function valueView(type: Type, schemaOf: (type: TypeId) => Printable): ValueView {
  switch (type.kind) {
    case "scalar":
      return { kind: "plain", type: type.name };
    case "literals":
      return literalsView(type.values);
    case "list":
      return { kind: "list", value: valueView(type.element, schemaOf) };
    case "map":
      return { kind: "map", value: valueView(type.value, schemaOf) };
    case "tuple":
      return { kind: "tuple", elements: type.elements.map((element) => valueView(element, schemaOf)) };
    case "ref":
      return { kind: "reference", type: "ref", schema: schemaOf(type.to) };
    case "embedded":
      return { kind: "reference", type: "embedded", schema: schemaOf(type.of) };
  }
}

function literalsView(values: readonly (string | number | boolean)[]): ValueView {
  if (typeof values[0] === "boolean") return { kind: "plain", type: "boolean" };
  return { kind: "enum", type: typeof values[0] === "number" ? "float64" : "string", values };
}
