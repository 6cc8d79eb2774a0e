import type { Field, FunctionDeclaration, Type, TypeDeclaration } from "../../engine/model/universe.js";
import { findHandWritten } from "../conversion/discovery/hand-written.js";
import { hasOmitZero } from "../conversion/markers.js";
import { membersWithout } from "../conversion/plan/missing-members.js";
import type { Types } from "../conversion/types.js";
import type { ValueContext } from "../conversion/plan/value.js";

/** What becomes of a field that is absent, where the other side's is not optional. */
export function absence(types: Types, field: Field, other: TypeDeclaration, peer: Field): string | undefined {
  // Where this side leaves a zero out, absent comes back absent.
  if (!field.optional || peer.optional || hasOmitZero(field)) return undefined;
  return `${types.label(other)}.${peer.name} is required: what is absent comes back as its zero`;
}

/** Members of unions of literals in a value that the other side's union does not have. */
export interface UnknownMembers {
  readonly values: readonly (string | number | boolean)[];
  /** The hand-written function that converts them. */
  readonly function: FunctionDeclaration | undefined;
}

export function unknownMembers(context: ValueContext, from: Type, to: Type): UnknownMembers | undefined {
  const { world, setup } = context;
  const own = findHandWritten(world, setup, from, to)?.function;
  const below = (a: Type, b: Type): UnknownMembers | undefined => {
    const found = unknownMembers(context, a, b);
    return found === undefined ? undefined : { ...found, function: own ?? found.function };
  };
  const [a, b] = [world.types.unwrap(from), world.types.unwrap(to)];
  if (a.kind === "list" && b.kind === "list") return below(a.element, b.element);
  if (a.kind === "map" && b.kind === "map") return below(a.value, b.value);
  if (a.kind === "tuple" && b.kind === "tuple")
    return together(a.elements.flatMap((element, index) => below(element, b.elements[index] ?? element) ?? []));
  if (a.kind !== "literals" || b.kind !== "literals") return undefined;
  const values = membersWithout(a.values, b.values);
  return values.length === 0 ? undefined : { values, function: own };
}

/**
 * The unknown members of all elements of a tuple; the function only if one converts each of them.
 */
function together(found: readonly UnknownMembers[]): UnknownMembers | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const values = [...new Set(found.flatMap((element) => element.values))];
  return { values, function: found.every((element) => element.function !== undefined) ? first.function : undefined };
}
