import type { Field, Type } from "../../../engine/model/universe.js";
import { hasOmitZero } from "../markers.js";
import type { Types } from "../types.js";

/** Members of unions of literals in the hub's value that the version's does not have. They are converted as they are. */
export function missingMembers(types: Types, hub: Type, version: Type): readonly (string | number | boolean)[] {
  const [a, b] = [types.unwrap(hub), types.unwrap(version)];
  if (a.kind === "literals" && b.kind === "literals") return a.values.filter((member) => !b.values.includes(member));
  if (a.kind === "list" && b.kind === "list") return missingMembers(types, a.element, b.element);
  if (a.kind === "map" && b.kind === "map") return missingMembers(types, a.value, b.value);
  return [];
}

/** What becomes of a field of the hub that is absent, where the version's is not optional. */
export function absence(types: Types, hub: Field, version: Field): string | undefined {
  // Where the hub leaves a zero out, absent comes back absent.
  if (!hub.optional || version.optional || hasOmitZero(hub)) return undefined;
  return `where it is absent, ${types.describe(version.type)} in the version is its zero, and that comes back`;
}
