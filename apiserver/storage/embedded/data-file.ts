import { join } from "node:path";

/**
 * Returns the path of the file with all objects of a data directory. This file does not import the
 * library of the store, whose types must not be part of the package's types.
 */
export function dataFile(directory: string): string {
  return join(directory, "data.mdb");
}
