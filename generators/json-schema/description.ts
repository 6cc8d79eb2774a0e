import { unescapeLine, withoutContinuations } from "../../engine/markers/escapes.js";

/**
 * Converts a comment to an OpenAPI description, by the rules of openapi-gen. Text after a line
 * `---` and TODO lines are removed. The lines of a paragraph are joined. Indented lines and list
 * items stay on separate lines.
 */
export function openAPIDescription(comment: string): string {
  if (comment === "") return "";
  const kept = publishedLines(comment);
  const indent = smallestIndent(kept.slice(1));
  let text = "";
  let isFresh = true;
  kept.forEach((line, index) => {
    const content = (index === 0 ? line : line.slice(Math.min(indent, leading(line)))).trimEnd();
    if (content === "") {
      if (!text.endsWith("\n\n") && text !== "") text = `${text.trimEnd()}\n\n`;
      isFresh = true;
      return;
    }
    const stands = /^(\s|[-*] )/.test(content);
    if (stands && !isFresh) text = `${text.trimEnd()}\n`;
    text += isFresh || stands ? content : ` ${content}`;
    if (stands) text += "\n";
    isFresh = stands;
  });
  return text.trim();
}

/**
 * Returns the lines of a comment that become its description: all lines before `---`, except TODO
 * lines. Replaces JSDoc links by their labels, then escapes by the characters that they represent.
 */
export function publishedLines(comment: string): readonly string[] {
  const lines = withoutLinks(comment).split("\n");
  const end = lines.findIndex((line) => line.trim() === "---");
  const kept = end < 0 ? lines : lines.slice(0, end);
  return withoutContinuations(kept.filter((line) => !line.trimStart().startsWith("TODO"))).map(unescapeLine);
}

/** Replaces each JSDoc link by its label. A link can extend over two lines. */
function withoutLinks(text: string): string {
  return text.replace(
    /\{@link(?:code|plain)?\s+([^}|\s]+)(?:[|\s]+([^}]*))?\}/g,
    (_match, target: string, label: string | undefined) => label?.trim() ?? target,
  );
}

function smallestIndent(lines: readonly string[]): number {
  const indents = lines.filter((line) => line.trim() !== "").map(leading);
  return indents.length === 0 ? 0 : Math.min(...indents);
}

function leading(line: string): number {
  return line.length - line.trimStart().length;
}
