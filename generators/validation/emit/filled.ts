import { objectOf, underlying } from "../../../engine/model/lookup.js";
import type { Field, Type, Universe } from "../../../engine/model/universe.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { propertyAccess } from "../../../engine/render.js";
import { isPrimitive, nativeKind } from "../native.js";
import { call } from "./scope.js";

/**
 * Returns an expression that is true only for a value that is neither absent nor the zero of its
 * type. It may be false for other values. It costs less than the call that decides about them.
 * @param value expression of the value
 */
export function filledTest(universe: Universe, type: Type, value: string): Printable | undefined {
  const own = cheapTest(universe, type, value);
  if (own !== undefined) return own;
  for (const field of objectOf(universe, type)?.shape.fields ?? []) {
    if (field.optional) continue;
    const inner = cheapTest(universe, field.type, [call("orAbsent", value), optionalAccess(field)]);
    if (inner !== undefined) return inner;
  }
  return hasTextZero(universe, type) ? undefined : call("isFilled", value);
}

/** Returns the test for a text, number, boolean or list; undefined for other types. */
function cheapTest(universe: Universe, type: Type, value: Printable): Printable | undefined {
  const under = underlying(universe, type);
  // The compiler knows that a literal is not a zero, but a decoded value can be one.
  if (under.kind === "literals") return undefined;
  if (under.kind === "list") return call("hasItems", value);
  return isPrimitive(nativeKind(universe, type)) ? value : undefined;
}

function optionalAccess({ name }: Field): string {
  const access = propertyAccess(name);
  return access.startsWith(".") ? `?${access}` : `?.${access}`;
}

/** Reports whether the zero of a type is a text that is not empty. */
function hasTextZero(universe: Universe, type: Type): boolean {
  const under = underlying(universe, type);
  return under.kind === "scalar" && zeroTexts[under.name] !== undefined;
}

/** Zeros that are texts, by the name of their scalar type. */
export const zeroTexts: Readonly<Record<string, string | undefined>> = { Quantity: "0", Duration: "0s" };
