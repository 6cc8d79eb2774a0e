/**
 * Returns the blocks of code in the hints of problems. The key of a block is the file that the
 * block names.
 */
export function blocksIn(problems: readonly { readonly hint?: string }[]): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const { hint = "" } of problems) {
    const [, file, text] = /^\/\/ (?:Add to )?(\S+\.ts)\n([^]*)/m.exec(hint) ?? [];
    if (file === undefined || text === undefined || !text.includes("export function Convert_")) continue;
    if (blocks.has(file)) throw new Error(`two blocks for ${file}`);
    blocks.set(file, text);
  }
  return blocks;
}

/** Completes a block of code in place of the developer, in the simplest way that compiles. */
export function filledIn(text: string): string {
  return text
    .replace(/^ *TODO_\w+\(.*\);\n/gm, "")
    .replace(/TODO_\w+\(((?:input|value|item)[^)]*)\)/g, "$1 as never")
    .replace(/TODO_\w+/g, "undefined as never");
}
