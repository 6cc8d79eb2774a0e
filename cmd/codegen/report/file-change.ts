import type { FileChange } from "../../../engine/base/change.js";

/** Returns the change of a file by a command. */
export function fileChange(generator: string, path: string, before: string | undefined, after: string): FileChange {
  const action = before === undefined ? "create" : before === after ? "unchanged" : "update";
  return { path, generator, action, after, ...(before === undefined ? {} : { before }) };
}
