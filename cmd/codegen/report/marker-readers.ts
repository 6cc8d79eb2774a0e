import type { MarkerDefinition } from "../../../engine/markers/marker.js";

/** The generators that read markers. */
export interface Readers {
  /** Owners of markers that are generators of codegen or of the project. */
  readonly own: ReadonlySet<string>;
  /** The generator that reads another tool's marker, by the marker's name. */
  readonly readers: ReadonlyMap<string, string>;
}

/** Returns the generator that reads a marker, if any. */
export function readerOf({ name, owner }: MarkerDefinition, { own, readers }: Readers): string | undefined {
  return own.has(owner) ? owner : readers.get(name);
}
