import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ResolvedEdit } from "../../cmd/codegen/report/fixes.js";

/**
 * Applies edits to the files of a folder, from the last edit of a file to the first, so that
 * earlier positions stay valid.
 */
export function applyEdits(folder: string, edits: readonly ResolvedEdit[]): void {
  for (const edit of [...edits].sort((a, b) => b.line - a.line || b.column - a.column)) {
    const path = join(folder, edit.file);
    const text = readOrEmpty(path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      text.slice(0, offsetOf(text, edit.line, edit.column)) +
        edit.text +
        text.slice(offsetOf(text, edit.endLine, edit.endColumn)),
    );
  }
}

/** Returns the text of a file, or the empty text if the file does not exist. */
export function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, part) => sum + part.length + 1, 0) + column - 1;
}
