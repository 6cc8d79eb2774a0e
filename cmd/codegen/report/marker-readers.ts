import type { MarkerDefinition } from "../../../engine/markers/marker.js";

/** The generators that read markers. */
export interface Readers {
  /** Names of the generators of codegen and of the project that define markers. */
  readonly own: ReadonlySet<string>;
  /** Names of generators that read a marker of another owner, by the name of the marker. */
  readonly readers: ReadonlyMap<string, string>;
}

/**
 * Returns the names of the generators that read a marker; undefined if none does. If the marker's
 * owner is a generator, the owner's name comes first.
 */
export function markerReaders({ name, owner }: MarkerDefinition, { own, readers }: Readers): string | undefined {
  const other = readers.get(name);
  if (!own.has(owner)) return other;
  return other === undefined ? owner : `${owner}, ${other}`;
}
