import type { MarkerDefinition } from "../../../engine/markers/marker.js";

/** The generators that read markers. */
export interface Readers {
  /** Owners of markers that are generators of codegen or of the project. */
  readonly own: ReadonlySet<string>;
  /** Generators that read a marker of another owner, by the marker's name. */
  readonly readers: ReadonlyMap<string, string>;
}

/**
 * Returns the generators that read a marker. If the marker's owner is a generator, it comes first.
 */
export function readerOf({ name, owner }: MarkerDefinition, { own, readers }: Readers): string | undefined {
  const other = readers.get(name);
  if (!own.has(owner)) return other;
  return other === undefined ? owner : `${owner}, ${other}`;
}
