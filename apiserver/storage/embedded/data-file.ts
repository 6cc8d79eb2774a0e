import { join } from "node:path";

/**
 * Returns the path of the file with all objects of a data directory. This function has its own
 * file, so that its callers do not import lmdb, whose types must not be part of the package's
 * types.
 */
export function dataFile(directory: string): string {
  return join(directory, "data.mdb");
}
