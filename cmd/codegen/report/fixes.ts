import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { lineAndColumn } from "../../../engine/util/line-and-column.js";
import { resolveEdit } from "../../../engine/write/resolve-edit.js";
import type { Problem } from "../../../engine/base/problem.js";

/**
 * A fix in the form that editors apply: each edit replaces the text between two positions. Lines
 * and columns start at 1.
 */
export interface ResolvedFix {
  readonly description: string;
  readonly isExample: boolean;
  readonly edits: readonly ResolvedEdit[];
}

export interface ResolvedEdit {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

/**
 * Returns the fixes of a problem with the lines and columns of their edits. Omits a fix if the file
 * no longer has the expected text.
 */
export function resolveFixes({ fixes = [] }: Problem, root: string, display: (file: string) => string): ResolvedFix[] {
  return fixes.flatMap(({ text: description, edits, isExample = false }) => {
    const resolved = edits.map((edit): ResolvedEdit | undefined => {
      const change = resolveEdit(edit, (file) => textOf(resolve(root, file)));
      if (change === undefined) return undefined;
      const old = textOf(resolve(root, change.file)) ?? "";
      const end = lineAndColumn(old, change.end);
      return {
        file: display(change.file),
        ...lineAndColumn(old, change.start),
        endLine: end.line,
        endColumn: end.column,
        text: change.text,
      };
    });
    return resolved.every((edit) => edit !== undefined) ? [{ description, isExample, edits: resolved }] : [];
  });
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
