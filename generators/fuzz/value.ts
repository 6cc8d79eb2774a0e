import { typeById } from "../../engine/model/lookup.js";
import type { ScalarName, Type, TypeId, Universe } from "../../engine/model/universe.js";
import type { Printable } from "../../engine/print/symbol.js";
import { fromFastCheck, fromTesting } from "./tools.js";

/**
 * An expression for an arbitrary, or for an argument of one. `kind` is the name of the partial that
 * prints it.
 */
export type Value =
  | { readonly kind: "call"; readonly fn: Printable; readonly args: readonly Value[] }
  | { readonly kind: "lazy"; readonly value: Value }
  | { readonly kind: "text"; readonly text: Printable }
  | {
      readonly kind: "object";
      readonly fn: Printable;
      readonly type: Printable;
      readonly required: readonly Property[];
      readonly optional: readonly Property[];
    };

export interface Property {
  readonly name: string;
  readonly value: Value;
}

export interface ValueScope {
  readonly universe: Universe;
  /**
   * Returns the symbol of the fuzzer of a declared type. Returns undefined for an alias without a
   * fuzzer; its values are those of the type to which it refers. Any other type without a fuzzer is
   * reported.
   */
  functionOf(type: TypeId): Printable | undefined;
}

export function call(fn: Printable, ...args: readonly Value[]): Value {
  return { kind: "call", fn, args };
}

export function text(value: Printable): Value {
  return { kind: "text", text: value };
}

/** Returns an expression for a function that creates the arbitrary when it is called. */
export function lazy(value: Value): Value {
  return value.kind === "call" && value.args.length === 0 ? text(value.fn) : { kind: "lazy", value };
}

export function json(value: unknown): Value {
  return text(JSON.stringify(value));
}

/**
 * Returns the expression of the arbitrary of a type.
 * @param least number of items or entries that a list or map has at least
 */
export function valueOf(scope: ValueScope, type: Type, least = 0): Value {
  switch (type.kind) {
    case "scalar":
      return scalarValue(type.name);
    case "literals":
      return call(fromFastCheck(type.values.length === 1 ? "constant" : "constantFrom"), ...type.values.map(json));
    case "list":
      return call(fromFastCheck("array"), valueOf(scope, type.element), listLimit(least));
    case "tuple":
      return call(fromFastCheck("tuple"), ...type.elements.map((element) => valueOf(scope, element)));
    case "map":
      return call(fromTesting("mapOf"), valueOf(scope, type.value), ...keysOf(scope, type.key, least));
    case "embedded":
      return call(fromTesting("embeddedOf"), refValue(scope, type.of));
    case "ref":
      return refValue(scope, type.to);
  }
}

function listLimit(least: number): Value {
  const most = String(least + 2);
  return text(least === 0 ? `{ maxLength: ${most} }` : `{ minLength: ${String(least)}, maxLength: ${most} }`);
}

function keysOf(scope: ValueScope, key: TypeId | undefined, least: number): readonly Value[] {
  const keys = key === undefined ? [] : [valueOf(scope, { kind: "ref", to: key })];
  if (least === 0) return keys;
  const limits = text(`{ minKeys: ${String(least)}, maxKeys: ${String(least + 2)} }`);
  return [...(keys.length === 0 ? [scalarValue("string")] : keys), limits];
}

export function scalarValue(name: ScalarName): Value {
  return call(fromTesting(`Fuzz_${name}`));
}

function refValue(scope: ValueScope, id: TypeId): Value {
  const fn = scope.functionOf(id);
  if (fn !== undefined) return call(fn);
  const shape = typeById(scope.universe, id)?.shape;
  return shape?.kind === "alias" ? valueOf(scope, shape.of) : scalarValue("any");
}
