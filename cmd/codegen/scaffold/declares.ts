import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { entriesOf } from "./entries.js";
import { handWritten } from "./hand-written.js";

/**
 * Returns the name of the file in a folder that declares an interface or alias with the given name;
 * undefined if no file does.
 */
export function declaringFile(folder: string, type: string): string | undefined {
  const declaration = new RegExp(`^\\s*(?:export\\s+)?(?:interface|type)\\s+${type}\\b`, "m");
  return entriesOf(folder).find(
    (entry) =>
      !entry.folder && entry.name.endsWith(".ts") && declaration.test(readFileSync(join(folder, entry.name), "utf8")),
  )?.name;
}

/**
 * Returns the value of the marker `+groupName` in a doc.ts; undefined if the file or the marker is
 * missing.
 */
export function declaredGroup(file: string): string | undefined {
  return existsSync(file) ? /\+groupName=(\S+)/.exec(readFileSync(file, "utf8"))?.[1] : undefined;
}

/** Returns the names of the kinds that the hand-written files of a folder declare. */
export function kindsIn(folder: string): string[] {
  const kind = /\bTypeMeta<\s*["'][^"']*["']\s*,\s*["']([A-Za-z0-9]+)["']/g;
  return handWritten(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(kind)].flatMap(([, found]) => found ?? []),
  );
}
