import { escapeBlock, escapeLine } from "../../../../engine/markers/escapes.js";

/** Maximum length of a line without its indentation, so that a comment has at most 120 columns. */
const width = 112;

/**
 * Returns the lines of a comment with a description and the markers below it. Returns no lines if
 * both are empty.
 */
export function commentLines(description: string, markers: readonly string[]): readonly string[] {
  const prose = proseLines(description);
  const lines = [...prose, ...(prose.length > 1 && markers.length > 0 ? [""] : []), ...markers].map(escapeBlock);
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`/** ${lines[0] ?? ""} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

/**
 * Returns a description as lines of a comment, from which codegen reads exactly the same string
 * again. A backslash at the end of a line marks a line break that does not belong to the string. A
 * backslash at the start of a line escapes syntax.
 */
function proseLines(description: string): readonly string[] {
  const text = description.replace(/\r\n?|[\u2028\u2029]/g, "\n").trimEnd();
  if (text === "") return [];
  const lines = text
    .replace(/^\n+/, "")
    .split("\n")
    .map((line) => line.trimEnd());
  const fences = lines.flatMap((line, index) => (/^\s*(```|~~~)/.test(line) ? [index] : []));
  // An unclosed code fence would make the markers below it a part of the description.
  const open = fences.length % 2 === 0 ? undefined : fences.at(-1);
  return lines.flatMap((line, index) => broken(fences.includes(index) && index !== open ? line : escapeLine(line)));
}

/**
 * Splits a long line. Lines that begin with a blank are code or part of a list, and are not split.
 */
function broken(text: string): readonly string[] {
  if (/^\s/.test(text)) return [text];
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ")) {
    // A line must not begin with one of these characters, which would change its meaning.
    const canBegin = /^(?![-+@*`~\\]|TODO)\S/.test(word) && /[^\s\\]$/.test(current);
    if (canBegin && current.length + 1 + word.length > width) {
      lines.push(`${current}\\`);
      current = word;
    } else current += lines.length === 0 && current === "" ? word : ` ${word}`;
  }
  return [...lines, current];
}
