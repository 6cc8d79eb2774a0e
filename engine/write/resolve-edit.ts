import { escapeBlock } from "../markers/escapes.js";
import type { Position } from "../base/problem.js";
import type { Edit } from "../base/fix.js";
import { signatureRange } from "./signature-range.js";

/**
 * A change of a file: the start and end of the replaced text, and the new text. The offsets are in
 * UTF-16 code units.
 */
export interface TextChange {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the change that an edit makes in the present text of a file. Returns undefined if the
 * file does not contain the position of the edit or the text that the edit replaces.
 * @param read returns the text of a file; undefined for a missing file
 */
export function resolveEdit(edit: Edit, read: (file: string) => string | undefined): TextChange | undefined {
  switch (edit.kind) {
    case "append":
      return append(edit.file, read(edit.file), edit.text);
    case "import":
      return addImport(edit.file, read(edit.file) ?? "", edit.name, edit.from);
    case "packageMarker":
      return addToPackage(`${edit.folder}/doc.ts`, read(`${edit.folder}/doc.ts`), edit.marker);
    default: {
      const text = read(edit.at.file);
      const offset = text === undefined ? undefined : offsetOf(text, edit.at);
      if (text === undefined || offset === undefined) return undefined;
      const range = at(edit, text, offset);
      return range === undefined ? undefined : { file: edit.at.file, ...range };
    }
  }
}

export type EditRange = Omit<TextChange, "file">;

function at(
  edit: Exclude<Edit, { kind: "append" | "import" | "packageMarker" }>,
  text: string,
  offset: number,
): EditRange | undefined {
  switch (edit.kind) {
    case "replace": {
      const found = text.startsWith(edit.from, offset)
        ? offset
        : text.slice(0, lineEnd(text, offset)).indexOf(edit.from, offset);
      return found < 0 ? undefined : { start: found, end: found + edit.from.length, text: edit.to };
    }
    case "marker":
      return edit.to === ""
        ? withoutMarker(text, offset)
        : { start: offset, end: markerEnd(text, offset), text: inComment(text, offset, edit.to) };
    case "addMarker":
      return above(text, offset, edit.marker);
    case "heritage":
      return heritage(text, offset, edit.base, edit.to);
    case "export": {
      const start = text.lastIndexOf("\n", offset - 1) + 1;
      return { start, end: start, text: "export " };
    }
    case "signature": {
      const range = signatureRange(text, offset);
      return range === undefined ? undefined : { ...range, text: edit.to };
    }
  }
}

/**
 * Returns the end of a marker: the end of its line, or the end of the comment if the comment ends
 * on the same line.
 */
function markerEnd(text: string, offset: number): number {
  const line = text.slice(offset, lineEnd(text, offset));
  const close = isInLine(text, offset) ? -1 : line.indexOf("*/");
  return offset + (close < 0 ? line : line.slice(0, close)).trimEnd().length;
}

/**
 * Returns the range to delete for a marker: the whole line if it contains only the marker, and
 * otherwise the marker.
 */
function withoutMarker(text: string, offset: number): EditRange {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = lineEnd(text, offset);
  const before = text.slice(start, offset);
  const after = text.slice(markerEnd(text, offset), end);
  const next = Math.min(end + 1, text.length);
  const isWholeComment = /^\s*\/\*\*?\s*$/.test(before) && /^\s*\*\/\s*$/.test(after);
  if ((/^\s*(\*|\/\/+)\s*$/.test(before) && after.trim() === "") || isWholeComment)
    return { start, end: next, text: "" };
  return { start: offset, end: markerEnd(text, offset), text: "" };
}

/**
 * Returns the position and the text of a new marker. If the offset is in a line of a comment, the
 * marker becomes the line above. Otherwise, it becomes a new comment above the declaration, or
 * directly before a field that follows other code on the same line.
 */
function above(text: string, offset: number, marker: string): EditRange {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(start, offset);
  const indent = /^\s*/.exec(before)?.[0] ?? "";
  const line = inComment(text, offset, marker);
  if (/^\s*(\*|\/\/+)\s*$/.test(before)) return { start, end: start, text: `${before}${line}\n` };
  const isFirst =
    /^\s*\/\*\*?\s*$/.test(before) ||
    /^\s*((export|default|declare|async|interface|type|function|const|readonly)\s+)*$/.test(before);
  const place = isFirst ? start : offset;
  return { start: place, end: place, text: isFirst ? `${indent}/** ${line} */\n` : `/** ${line} */ ` };
}

/**
 * Returns a marker in the form that the comment at an offset needs: escaped, except in a `//`
 * comment.
 */
function inComment(text: string, offset: number, marker: string): string {
  return isInLine(text, offset) ? marker : escapeBlock(marker);
}

/** Reports whether an offset is in a `//` comment. */
function isInLine(text: string, offset: number): boolean {
  return /^\s*\/\//.test(text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset));
}

function append(file: string, text: string | undefined, more: string): TextChange {
  const end = text?.length ?? 0;
  const gap = text === undefined || text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return { file, start: end, end, text: `${gap}${more.trimEnd()}\n` };
}

/**
 * Returns the range of a base type if the interface already extends it; otherwise, the position at
 * which to add the base type.
 */
function heritage(text: string, offset: number, base: string, to: string): EditRange | undefined {
  const head = text.slice(offset, text.indexOf("{", offset));
  const known = new RegExp(`\\b${base}\\b\\s*(<[^>]*>)?`).exec(head);
  if (known !== null) return { start: offset + known.index, end: offset + known.index + known[0].length, text: to };
  const clause = /\bextends\s+/.exec(head);
  const place = offset + (clause === null ? head.trimEnd().length : clause.index + clause[0].length);
  return { start: place, end: place, text: clause === null ? ` extends ${to}` : `${to}, ` };
}

function addImport(file: string, text: string, name: string, from: string): TextChange {
  const known = new RegExp(`^import type \\{([^}]*?),?\\s*\\} from "${from}";`, "m").exec(text);
  if (known === null)
    return { file, start: 0, end: 0, text: `import type { ${name} } from ${JSON.stringify(from)};\n` };
  const place = known.index + "import type {".length + (known[1] ?? "").trimEnd().length;
  return { file, start: place, end: place, text: `, ${name}` };
}

function addToPackage(file: string, text: string | undefined, given: string): TextChange {
  const marker = escapeBlock(given);
  if (text === undefined) return { file, start: 0, end: 0, text: `/**\n * ${marker}\n */\nexport {};\n` };
  const open = /\/\*\*?[ \t]*\n/.exec(text);
  if (open === null) return { file, start: 0, end: 0, text: `/** ${marker} */\n` };
  const place = open.index + open[0].length;
  return { file, start: place, end: place, text: ` * ${marker}\n` };
}

function offsetOf(text: string, { line, column }: Position): number | undefined {
  let start = 0;
  for (let current = 1; current < line; current++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}
