import type { Picture } from "./svg.js";

/**
 * Returns a Markdown block with a picture in the language of Mermaid, which GitHub and GitLab
 * display. Returns an empty string if the picture is undefined.
 */
export function mermaid(picture: Picture | undefined): string {
  if (picture === undefined) return "";
  const nodes = new Map(picture.boxes.map(({ id }, index) => [id, `n${String(index)}`]));
  const arrows = new Set(
    picture.arrows.map(
      ({ from, to, isMutual }) => `${nodes.get(from) ?? ""} ${isMutual ? "<-->" : "-->"} ${nodes.get(to) ?? ""}`,
    ),
  );
  const boxes = picture.boxes.map(({ id, title }) => `${nodes.get(id) ?? ""}["${escaped(title)}"]`);
  return ["```mermaid", "flowchart LR", ...[...boxes, ...arrows].map((line) => `  ${line}`), "```"].join("\n");
}

/**
 * Replaces the characters of a title that have a meaning in Mermaid. Names of types can contain
 * letters of any language.
 */
function escaped(title: string): string {
  return title.replace(/[^\p{L}\p{N}_$ .-]/gu, "_");
}
