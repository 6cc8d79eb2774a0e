import { isDeepStrictEqual } from "node:util";
import type { ManagedFieldsEntry } from "@apimachinery/runtime";

/**
 * Returns new managedFields entries with the times of the old entries. Returns undefined if all
 * times are equal, or if the entries also differ in another field (Go:
 * IgnoreManagedFieldsTimestampsTransformer).
 */
export function withTimesOf(
  old: readonly ManagedFieldsEntry[] = [],
  entries: readonly ManagedFieldsEntry[] = [],
): ManagedFieldsEntry[] | undefined {
  if (entries.length !== old.length) return undefined;
  if (entries.every(({ time }, index) => time === old[index]?.time)) return undefined;
  const earlier = entries.map((entry, index) => withTime(entry, old[index]?.time));
  return isDeepStrictEqual(earlier, old) ? earlier : undefined;
}

function withTime(entry: ManagedFieldsEntry, time: string | undefined): ManagedFieldsEntry {
  const changed = { ...entry };
  if (time === undefined) delete changed.time;
  else changed.time = time;
  return changed;
}
