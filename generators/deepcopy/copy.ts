import type { Type, TypeId, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/base/symbol.js";
import { isScalar, typeById } from "../../engine/model/lookup.js";
import type { Position } from "../../engine/base/problem.js";
import { keepsUnknown } from "../type-schemas/unknown-fields.js";
import { isJSON } from "./needs-copy.js";

/**
 * An expression that copies one value. `kind` is the name of the partial template that prints it.
 */
export type Copy =
  | { readonly kind: "same" | "slice" | "spread"; readonly value: Printable }
  | { readonly kind: "call" | "each"; readonly value: Printable; readonly fn: Printable }
  | { readonly kind: "nullable"; readonly value: Printable; readonly copy: Copy }
  | { readonly kind: "list"; readonly value: Printable; readonly item: string; readonly copy: Copy }
  | { readonly kind: "tuple"; readonly elements: readonly Copy[] };

/** Functions and data for the copy expressions in one generated file. */
export interface CopyScope {
  readonly universe: Universe;
  readonly deepCopyJSON: Printable;
  /** Returns the same scope, but with another position for problems. */
  at(position: Position): CopyScope;
  /**
   * Returns the function that copies a declared type; undefined if the type has no function. The
   * values of an alias without a function are copied like values of the type to which it refers.
   * Every other type without a function is reported.
   */
  functionOf(type: TypeId): Printable | undefined;
  /**
   * Returns a private function of the generated file, for a type that a single expression cannot
   * copy.
   */
  helperOf(type: Extract<Type, { kind: "map" | "embedded" }>): Printable;
}

/**
 * Returns an expression that copies a value.
 * @param depth number of `map` callbacks around the expression
 */
export function copyExpression(scope: CopyScope, type: Type, value: Printable, depth = 0): Copy {
  if (isJSON(scope.universe, type)) return copyOfJSON(scope, value);
  if (isScalar(scope.universe, type)) return { kind: "same", value };
  switch (type.kind) {
    case "list":
      return copyOfList(scope, type.element, value, depth);
    case "tuple":
      return {
        kind: "tuple",
        elements: type.elements.map((element, index) =>
          copyExpression(scope, element, [value, `[${String(index)}]`], depth),
        ),
      };
    case "map":
      return isScalar(scope.universe, type.value)
        ? { kind: "spread", value }
        : { kind: "call", value, fn: scope.helperOf(type) };
    case "embedded":
      return { kind: "call", value, fn: scope.helperOf(type) };
    case "ref": {
      const fn = scope.functionOf(type.to);
      if (fn !== undefined) return { kind: "call", value, fn };
      const declared = typeById(scope.universe, type.to);
      if (declared?.shape.kind !== "alias") return { kind: "same", value };
      if (keepsUnknown(scope.universe, declared)) return copyOfJSON(scope, value);
      return copyExpression(scope, declared.shape.of, value, depth);
    }
    case "scalar":
    case "literals":
      return { kind: "same", value };
  }
}

/**
 * Returns the expression that copies a value as JSON, including fields that its type does not
 * declare.
 */
export function copyOfJSON({ deepCopyJSON }: CopyScope, value: Printable): Copy {
  return { kind: "call", value, fn: deepCopyJSON };
}

function copyOfList(scope: CopyScope, element: Type, value: Printable, depth: number): Copy {
  const item = depth === 0 ? "item" : `item${String(depth + 1)}`;
  const copy = copyExpression(scope, element, item, depth + 1);
  if (copy.kind === "same") return { kind: "slice", value };
  if (copy.kind === "call") return { kind: "each", value, fn: copy.fn };
  return { kind: "list", value, item, copy };
}
