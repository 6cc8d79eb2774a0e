import type { Picture } from "./svg.js";

/**
 * Returns a picture as a Markdown block in the language of Mermaid, which GitHub and GitLab draw;
 * an empty string without a picture.
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

/** Names of types are identifiers, which can have letters of any language. */
function escaped(title: string): string {
  return title.replace(/[^\p{L}\p{N}_$ .-]/gu, "_");
}
