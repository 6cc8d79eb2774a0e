import { publishedLines } from "../../json-schema/description.js";

/**
 * Returns the description of a type or field: its comment without TODO lines, and without the text
 * after a line `---`. Keeps line breaks, as controller-gen does. Returns undefined if nothing
 * remains.
 */
export function crdDescription(comment: string): string | undefined {
  const text = publishedLines(comment)
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return text === "" ? undefined : text;
}

/**
 * Shortens a description that has more than `most` characters. The result ends with a sentence if
 * possible, or else with a word and `...`, which is not counted (Go: controller-tools'
 * truncateString).
 */
export function shortenDescription(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = text.slice(0, most);
  const sentence = Math.max(...[".", "!", "?"].map((end) => start.lastIndexOf(end)));
  if (sentence > 0) return start.slice(0, sentence + 1);
  const word = start.search(/\s\S*$/);
  return `${word > 0 ? start.slice(0, word) : start}...`;
}
