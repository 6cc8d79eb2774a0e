import { createTwoFilesPatch } from "diff";
import type { FileChange } from "../../../engine/base/change.js";
import { paint } from "./colour.js";

/**
 * Returns a change in the format of `git diff`. If only the line endings differ, returns a sentence
 * with advice.
 */
export function unifiedDiff(
  { path, before, after }: Pick<FileChange, "path" | "before" | "after">,
  colour: boolean,
): string {
  if (before?.replaceAll("\r\n", "\n") === after) {
    const line = path.endsWith(".md") ? "generated/** text eol=lf" : "zz_generated.* text eol=lf";
    return `${path} differs in its line endings only; add "${line}" to .gitattributes, then run codegen\n`;
  }
  const from = before === undefined ? "/dev/null" : `a/${path}`;
  const to = after === undefined ? "/dev/null" : `b/${path}`;
  const patch = createTwoFilesPatch(from, to, before ?? "", after ?? "", undefined, undefined, {
    context: 3,
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
  });
  return colour ? patch.split("\n").map(coloured).join("\n") : patch;
}

function coloured(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return paint("heading", line);
  return line.startsWith("+") ? paint("added", line) : line.startsWith("-") ? paint("removed", line) : line;
}
