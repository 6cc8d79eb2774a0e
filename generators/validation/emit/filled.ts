import { objectOf, underlying } from "../../../engine/model/lookup.js";
import type { Field, Type, TypeDeclaration, Universe } from "../../../engine/model/universe.js";
import type { Printable } from "../../../engine/print/symbol.js";
import { propertyAccess } from "../../../engine/render.js";
import { nativeKind } from "../native.js";
import { isPrimitive } from "../../../runtime/rules/value.js";
import { call } from "./scope.js";

/**
 * Returns an expression for a property, as `filledTest` does for a value. Returns undefined for a
 * property such as `constructor`, because an object without it inherits another value.
 */
export function filledProperty(universe: Universe, { name, type }: Field, object: string): Printable | undefined {
  return isInherited(name) ? undefined : filledTest(universe, type, `${object}${propertyAccess(name)}`);
}

/** Reports whether every JavaScript object inherits a property. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}

/**
 * Returns an expression that is true only for a value that is neither absent nor the zero of its
 * type. It may also be false for such a value; generated code then calls a function that decides.
 * The expression costs less than this call.
 * @param value expression of the value
 */
export function filledTest(universe: Universe, type: Type, value: string): Printable | undefined {
  const own = cheapTest(universe, type, value);
  if (own !== undefined) return own;
  for (const field of objectOf(universe, type)?.shape.fields ?? []) {
    if (field.optional || isInherited(field.name)) continue;
    const inner = cheapTest(universe, field.type, [call("orAbsent", value), optionalAccess(field)]);
    if (inner !== undefined) return inner;
  }
  return zeroOf(universe, type) === undefined ? call("isFilled", value) : undefined;
}

/** Returns the test for a text, number, boolean or list; undefined for other types. */
function cheapTest(universe: Universe, type: Type, value: Printable): Printable | undefined {
  const under = underlying(universe, type);
  // For the compiler, no literal is a zero. At run time, a decoded value can be a zero.
  if (under.kind === "literals") return undefined;
  if (under.kind === "list") return call("hasItems", value);
  return isPrimitive(nativeKind(universe, type)) ? value : undefined;
}

function optionalAccess({ name }: Field): string {
  const access = propertyAccess(name);
  return access.startsWith(".") ? `?${access}` : `?.${access}`;
}

type Zero = string | { readonly [property: string]: Zero };

/**
 * Returns the zero of a type if this zero contains a text that is not empty. For an object, it
 * contains the zeros of the properties. Returns undefined for all other types.
 */
export function zeroOf(universe: Universe, type: Type): Zero | undefined {
  return zeroInside(universe, type, []);
}

/**
 * @param around types that contain the type. They detect a type that requires itself, which has no
 * zero.
 */
function zeroInside(universe: Universe, type: Type, around: readonly TypeDeclaration[]): Zero | undefined {
  const under = underlying(universe, type);
  if (under.kind === "scalar") return zeroTexts[under.name];
  const object = objectOf(universe, type);
  if (object === undefined || around.includes(object.declaration)) return undefined;
  const zeros = object.shape.fields.flatMap((field): [string, Zero][] => {
    // A zero of an object does not contain its optional properties.
    const zero = field.optional ? undefined : zeroInside(universe, field.type, [...around, object.declaration]);
    return zero === undefined ? [] : [[field.name, zero]];
  });
  return zeros.length === 0 ? undefined : Object.fromEntries(zeros);
}

/** Zeros that are texts, by the name of their scalar type. */
const zeroTexts: Readonly<Record<string, string | undefined>> = { Quantity: "0", Duration: "0s" };
