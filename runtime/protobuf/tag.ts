import type { WireForm } from "./form.js";

const wireTypes = {
  bool: 0,
  int32: 0,
  int64: 0,
  uint32: 0,
  uint64: 0,
  double: 1,
  string: 2,
  bytes: 2,
  float: 5,
} as const;

/** Returns the tag of a field: the field number times 8, plus the wire type. */
export function tagOf(number: number, wire: WireForm): number {
  return number * 8 + (wire.kind === "message" ? 2 : wireTypes[wire.scalar]);
}

/**
 * Returns the tag of a packed list, in which one value contains all scalars. Returns undefined for
 * types that cannot be packed.
 */
export function packedTagOf(number: number, wire: WireForm): number | undefined {
  return wire.kind === "message" || wireTypes[wire.scalar] === 2 ? undefined : number * 8 + 2;
}
