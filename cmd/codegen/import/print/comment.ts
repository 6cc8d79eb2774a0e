import { escapeBlock, escapeLine } from "../../../../engine/markers/escapes.js";

/** Length from which a line is broken: with its indent, a comment then has at most 120 columns. */
const width = 112;

/**
 * Returns the lines of a comment: a description, and markers below it. Returns no lines without
 * both.
 */
export function commentLines(description: string, markers: readonly string[]): readonly string[] {
  const prose = proseLines(description);
  const lines = [...prose, ...(prose.length > 1 && markers.length > 0 ? [""] : []), ...markers].map(escapeBlock);
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`/** ${lines[0] ?? ""} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

/**
 * Returns a description as lines of a comment. Codegen reads exactly the same string from them: a
 * broken line ends with a backslash, and one is before a line that would have another meaning.
 */
function proseLines(description: string): readonly string[] {
  const text = description.replace(/\r\n?|[\u2028\u2029]/g, "\n").trimEnd();
  if (text === "") return [];
  const lines = text
    .replace(/^\n+/, "")
    .split("\n")
    .map((line) => line.trimEnd());
  const fences = lines.flatMap((line, index) => (/^\s*(```|~~~)/.test(line) ? [index] : []));
  // A fence that is not closed would make the markers below it a part of the description.
  const open = fences.length % 2 === 0 ? undefined : fences.at(-1);
  return lines.flatMap((line, index) => broken(fences.includes(index) && index !== open ? line : escapeLine(line)));
}

/** A line that begins with a blank is code or part of a list, and is not broken. */
function broken(text: string): readonly string[] {
  if (/^\s/.test(text)) return [text];
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ")) {
    // A line that begins with one of these characters has another meaning.
    const canBegin = /^(?![-+@*`~\\]|TODO)\S/.test(word) && /[^\s\\]$/.test(current);
    if (canBegin && current.length + 1 + word.length > width) {
      lines.push(`${current}\\`);
      current = word;
    } else current += lines.length === 0 && current === "" ? word : ` ${word}`;
  }
  return [...lines, current];
}
