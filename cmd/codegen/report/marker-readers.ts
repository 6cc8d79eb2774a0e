import type { MarkerDefinition } from "../../../engine/markers/marker.js";

/** Which generators read which markers. */
export interface Readers {
  /** Owners of markers that are generators of codegen or of the project. */
  readonly own: ReadonlySet<string>;
  /** The generator that reads a marker of another tool, by the marker's name. */
  readonly readers: ReadonlyMap<string, string>;
}

/** The generator that reads a marker; undefined where none does. */
export function readerOf({ name, owner }: MarkerDefinition, { own, readers }: Readers): string | undefined {
  return own.has(owner) ? owner : readers.get(name);
}
