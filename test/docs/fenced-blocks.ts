/** A fenced code block of a page. */
export interface Block {
  /** Number of the line with the opening fence. The first line of the page is 1. */
  readonly line: number;
  /** Words after the opening fence: `["sh", "fails"]`. */
  readonly info: readonly string[];
  readonly text: string;
}

export function fencedBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { line: number; info: string[]; lines: string[] } | undefined;
  markdown.split("\n").forEach((text, index) => {
    const fence = /^```(.*)$/.exec(text);
    if (fence === null) {
      open?.lines.push(text);
    } else if (open === undefined) {
      open = { line: index + 1, info: (fence[1] ?? "").split(" "), lines: [] };
    } else {
      blocks.push({ line: open.line, info: open.info, text: open.lines.map((line) => `${line}\n`).join("") });
      open = undefined;
    }
  });
  return blocks;
}
