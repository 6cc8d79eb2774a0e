import type { Type, TypeDeclaration } from "../../engine/model/universe.js";
import { optedOut } from "../markers/conversion.js";
import type { Types } from "./types.js";

/** Members of a union of literals that the union of the peer does not have. */
export interface MissingMembers {
  readonly kind: "members";
  readonly from: Type;
  readonly to: Type;
  readonly values: readonly (string | number | boolean)[];
  /**
   * Aliases of the two unions; absent if one of the unions has no alias, or if one of the aliases
   * is not exported.
   */
  readonly aliases?: { readonly from: TypeDeclaration; readonly to: TypeDeclaration };
}

/**
 * Returns the members of one union that another union does not have. Returns undefined if none are
 * missing, if the types are not unions of literals of the same kind, or if an alias of one of them
 * opts out of conversion.
 */
export function missingMembers(types: Types, from: Type, to: Type): MissingMembers | undefined {
  const [a, b] = [types.unwrap(from), types.unwrap(to)];
  if (a.kind !== "literals" || b.kind !== "literals" || typeof a.values[0] !== typeof b.values[0]) return undefined;
  const values = membersWithout(a.values, b.values);
  if (values.length === 0) return undefined;
  // With `+k8s:conversion-gen=false` on the alias of either union, the developer accepts that one
  // union has values that the other does not have.
  if ([from, to].some((type) => type.kind === "ref" && optedOut(types.declaration(type.to)))) return undefined;
  const found = { kind: "members", from, to, values } as const;
  if (from.kind !== "ref" || to.kind !== "ref") return found;
  const aliases = { from: types.declaration(from.to), to: types.declaration(to.to) };
  return aliases.from.exported && aliases.to.exported ? { ...found, aliases } : found;
}

/**
 * Returns the members that another union does not have. Zero values are never missing: a required
 * field of any union can contain the zero value, because decoding sets absent fields to it.
 */
export function membersWithout<Value extends string | number | boolean>(
  values: readonly Value[],
  others: readonly Value[],
): readonly Value[] {
  return values.filter((member) => !others.includes(member) && member !== "" && member !== 0 && member !== false);
}
