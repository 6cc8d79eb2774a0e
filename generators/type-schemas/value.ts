import type { Type, TypeId } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";

/** Schema of a value. `kind` is the name of the partial template that prints it. */
export type ValueView =
  | { readonly kind: "plain"; readonly type: string }
  | {
      readonly kind: "enum";
      readonly type: "string" | "float64" | "boolean";
      readonly values: readonly (string | number | boolean)[];
    }
  | { readonly kind: "list"; readonly type: "list"; readonly value: ValueView }
  | { readonly kind: "map"; readonly type: "map"; readonly value: ValueView; readonly keys: Printable | null }
  | { readonly kind: "tuple"; readonly type: "tuple"; readonly elements: readonly ValueView[] }
  | {
      readonly kind: "reference";
      readonly type: "ref" | "embedded";
      readonly schema: Printable;
      readonly preserveUnknown: boolean;
    };

/** Functions that return the generated schema constants of declared types. */
export interface SchemaReferences {
  readonly schemaOf: (type: TypeId) => Printable;
  /** Returns the schema of a map's keys; undefined if the type of the keys has no schema. */
  readonly keyOf: (type: TypeId) => Printable | undefined;
}

/**
 * Returns the schema of a value.
 * @param preserveUnknown true if the objects in the value keep unknown fields; this does not apply
 * to objects in a map
 */
export function valueView(type: Type, references: SchemaReferences, preserveUnknown: boolean): ValueView {
  const { schemaOf, keyOf } = references;
  switch (type.kind) {
    case "scalar":
      return { kind: "plain", type: type.name };
    case "literals":
      return literalsView(type.values);
    case "list":
      return { kind: "list", type: "list", value: valueView(type.element, references, preserveUnknown) };
    case "map": {
      const keys = type.key === undefined ? undefined : keyOf(type.key);
      return { kind: "map", type: "map", value: valueView(type.value, references, false), keys: keys ?? null };
    }
    case "tuple":
      return {
        kind: "tuple",
        type: "tuple",
        elements: type.elements.map((element) => valueView(element, references, preserveUnknown)),
      };
    case "ref":
      return { kind: "reference", type: "ref", schema: schemaOf(type.to), preserveUnknown };
    case "embedded":
      return { kind: "reference", type: "embedded", schema: schemaOf(type.of), preserveUnknown };
  }
}

function literalsView(values: readonly (string | number | boolean)[]): ValueView {
  const type = typeof values[0];
  return { kind: "enum", type: type === "number" ? "float64" : type === "boolean" ? type : "string", values };
}
