import type { Field, FunctionDeclaration, Type, TypeDeclaration } from "../../engine/model/universe.js";
import { findConversionFunction } from "../pairs/discovery/hand-written.js";
import { omitZero } from "../markers/defaults.js";
import { membersWithout } from "../pairs/missing-members.js";
import { innerPairs, type Types } from "../pairs/types.js";
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
  const [a, b] = [context.types.unwrap(from), context.types.unwrap(to)];
  const inner = innerPairs(a, b);
  if (inner !== undefined) {
    const found = inner.flatMap(([x, y]) => unknownMembers(scope, x, y) ?? []);
    return together(found, own);
  }
  if (a.kind !== "literals" || b.kind !== "literals") return undefined;
  const values = membersWithout(a.values, b.values);
  return values.length === 0 ? undefined : { values, function: own };
}

/**
 * Combines the unknown literals of the elements of a list, map or tuple; returns undefined if no
 * element has any. Without a function for the whole value (`own`), `function` is set only if every
 * element has one.
 */
function together(found: readonly UnknownMembers[], own: FunctionDeclaration | undefined): UnknownMembers | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const values = [...new Set(found.flatMap((element) => element.values))];
  const isHandled = found.every((element) => element.function !== undefined);
  return { values, function: own ?? (isHandled ? first.function : undefined) };
}
