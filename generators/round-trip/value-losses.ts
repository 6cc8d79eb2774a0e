import type { Field, FunctionDeclaration, Type, TypeDeclaration } from "../../engine/model/universe.js";
import { findConversionFunction } from "../pairs/discovery/hand-written.js";
import { omitZero } from "../markers/defaults.js";
import { membersWithout } from "../pairs/missing-members.js";
import type { Types } from "../pairs/types.js";
import type { ValueScope } from "../pairs/value.js";

/**
 * Returns the reason why an absent field is present after the round trip, namely that the peer is a
 * required field. Returns undefined if the field remains absent, or if it is never absent.
 */
export function absence(types: Types, field: Field, other: TypeDeclaration, peer: Field): string | undefined {
  // With `+omitzero`, the conversion back omits the zero value.
  if (!field.optional || peer.optional || omitZero.has(field)) return undefined;
  return `${types.label(other)}.${peer.name} is required: an absent value becomes the zero value`;
}

/** Union literals that the peer's union does not have. */
export interface UnknownMembers {
  readonly values: readonly (string | number | boolean)[];
  /** Hand-written function that converts the members; undefined if none exists. */
  readonly function: FunctionDeclaration | undefined;
}

export function unknownMembers(scope: ValueScope, from: Type, to: Type): UnknownMembers | undefined {
  const { context, target } = scope;
  const own = findConversionFunction(context, target, from, to)?.function;
  const below = (a: Type, b: Type): UnknownMembers | undefined => {
    const found = unknownMembers(scope, a, b);
    return found === undefined ? undefined : { ...found, function: own ?? found.function };
  };
  const [a, b] = [context.types.unwrap(from), context.types.unwrap(to)];
  if (a.kind === "list" && b.kind === "list") return below(a.element, b.element);
  if (a.kind === "map" && b.kind === "map") return below(a.value, b.value);
  if (a.kind === "tuple" && b.kind === "tuple")
    return together(a.elements.flatMap((element, index) => below(element, b.elements[index] ?? element) ?? []));
  if (a.kind !== "literals" || b.kind !== "literals") return undefined;
  const values = membersWithout(a.values, b.values);
  return values.length === 0 ? undefined : { values, function: own };
}

/**
 * Combines the unknown literals of all elements of a tuple; returns undefined if no element has
 * any. `function` is set only if a function exists for every element.
 */
function together(found: readonly UnknownMembers[]): UnknownMembers | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const values = [...new Set(found.flatMap((element) => element.values))];
  return { values, function: found.every((element) => element.function !== undefined) ? first.function : undefined };
}
