import { readFileSync } from "node:fs";
import { join } from "node:path";
import { generatedBy } from "../../../engine/write/header.js";
import { entriesOf } from "./entries.js";

/** Returns the names of the hand-written TypeScript files of a folder, without tests. */
export function handWritten(folder: string): string[] {
  return entriesOf(folder)
    .filter(
      (entry) =>
        !entry.folder &&
        entry.name.endsWith(".ts") &&
        !/\.test\.ts$/.test(entry.name) &&
        generatedBy(readFileSync(join(folder, entry.name), "utf8")) === undefined,
    )
    .map(({ name }) => name);
}
