import type { Type, TypeDeclaration } from "../../../engine/model/universe.js";
import { optedOut } from "../markers.js";
import type { ValueContext } from "./value.js";

/** Members of a union of literals that the other union does not have. */
export interface MissingMembers {
  readonly kind: "members";
  readonly from: Type;
  readonly to: Type;
  readonly values: readonly (string | number | boolean)[];
  /**
   * The two aliases that name the unions. Absent where one of them has no name or is not exported.
   */
  readonly aliases?: { readonly from: TypeDeclaration; readonly to: TypeDeclaration };
}

/** The members that stop the conversion, where the context does not take them as they are. */
export function membersInTheWay(
  { world: { types }, takesUnknownMembers }: ValueContext,
  from: Type,
  to: Type,
): MissingMembers | undefined {
  if (takesUnknownMembers === true) return undefined;
  const [a, b] = [types.unwrap(from), types.unwrap(to)];
  if (a.kind !== "literals" || b.kind !== "literals" || typeof a.values[0] !== typeof b.values[0]) return undefined;
  const values = membersWithout(a.values, b.values);
  if (values.length === 0) return undefined;
  // An alias that opts out has its values converted as they are.
  if ([from, to].some((type) => type.kind === "ref" && optedOut(types.declaration(type.to)))) return undefined;
  const found = { kind: "members", from, to, values } as const;
  if (from.kind !== "ref" || to.kind !== "ref") return found;
  const aliases = { from: types.declaration(from.to), to: types.declaration(to.to) };
  return aliases.from.exported && aliases.to.exported ? { ...found, aliases } : found;
}

/**
 * The members that another union does not have. Each type may hold its zero, as decoding sets it
 * where a value is absent.
 */
export function membersWithout<Value extends string | number | boolean>(
  values: readonly Value[],
  others: readonly Value[],
): readonly Value[] {
  return values.filter((member) => !others.includes(member) && member !== "" && member !== 0 && member !== false);
}
