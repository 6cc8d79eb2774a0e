import type { Type, TypeId } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";

/**
 * Schema of a value, in the form of the runtime's `ValueShape`. `kind` is the name of the partial
 * template that prints it. `R` is the form of a reference to another schema.
 */
export type ValueView<R = Printable> =
  | { readonly kind: "plain"; readonly type: string }
  | {
      readonly kind: "enum";
      readonly type: "string" | "float64" | "boolean";
      readonly enum: readonly (string | number | boolean)[];
    }
  | { readonly kind: "list"; readonly type: "list"; readonly items: ValueView<R> }
  | { readonly kind: "map"; readonly type: "map"; readonly values: ValueView<R>; readonly keys?: R }
  | { readonly kind: "tuple"; readonly type: "tuple"; readonly items: readonly ValueView<R>[] }
  | {
      readonly kind: "reference";
      readonly type: "ref" | "embedded";
      readonly to: R;
      readonly preserveUnknown: boolean;
    };

/** Functions that return references to the schemas of declared types. */
export interface SchemaReferences<R> {
  readonly schemaOf: (type: TypeId) => R;
  /** Returns the schema of a map's keys; undefined if the type of the keys has no schema. */
  readonly keyOf: (type: TypeId) => R | undefined;
}

/**
 * Returns the schema of a value.
 * @param preserveUnknown true if the objects in the value keep unknown fields; this does not apply
 * to objects in a map
 */
export function valueView<R>(type: Type, references: SchemaReferences<R>, preserveUnknown: boolean): ValueView<R> {
  const { schemaOf, keyOf } = references;
  switch (type.kind) {
    case "scalar":
      return { kind: "plain", type: type.name };
    case "literals":
      return { kind: "enum", type: typeOfLiterals(type.values), enum: type.values };
    case "list":
      return { kind: "list", type: "list", items: valueView(type.element, references, preserveUnknown) };
    case "map": {
      const keys = type.key === undefined ? undefined : keyOf(type.key);
      const values = valueView(type.value, references, false);
      return { kind: "map", type: "map", values, ...(keys !== undefined && { keys }) };
    }
    case "tuple":
      return {
        kind: "tuple",
        type: "tuple",
        items: type.elements.map((element) => valueView(element, references, preserveUnknown)),
      };
    case "ref":
      return { kind: "reference", type: "ref", to: schemaOf(type.to), preserveUnknown };
    case "embedded":
      return { kind: "reference", type: "embedded", to: schemaOf(type.of), preserveUnknown };
  }
}

function typeOfLiterals([first]: readonly (string | number | boolean)[]): "string" | "float64" | "boolean" {
  if (typeof first === "number") return "float64";
  return typeof first === "boolean" ? "boolean" : "string";
}
