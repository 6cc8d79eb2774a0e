import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";

/** A group of adjacent comments, without a blank line between them. */
export interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the comments of a file outside of function bodies. The key is the offset where the
 * whitespace and comments before a node begin. For a comment after a statement or a member on the
 * same line, the key is negative.
 */
export function blocksByPlace(file: ts.SourceFile): Map<number, Block[]> {
  const { text } = file;
  const places = new Map<number, Block[]>();
  const add = (offset: number) => {
    if (places.has(offset)) return;
    const blocks = blocksBefore(text, offset);
    if (blocks.length > 0) places.set(offset, blocks);
  };
  const trailing = (offset: number) => {
    const ranges = compiler.getTrailingCommentRanges(text, offset) ?? [];
    if (ranges.length > 0)
      places.set(
        -1 - offset,
        ranges.map(({ pos, end }) => ({ start: pos, end })),
      );
  };
  const members = (node: ts.Node) => {
    if (!compiler.isInterfaceDeclaration(node) && !compiler.isTypeLiteralNode(node)) {
      compiler.forEachChild(node, (child) => {
        if (compiler.isTypeNode(child)) members(child);
      });
      return;
    }
    for (const member of node.members) {
      add(member.pos);
      trailing(member.end);
      members(member);
    }
    // The last comments before the closing brace do not belong to a member.
    add(node.members.end);
  };
  for (const statement of file.statements) {
    add(statement.pos);
    trailing(statement.end);
    if (compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement)) members(statement);
    if (compiler.isClassDeclaration(statement)) for (const member of statement.members) add(member.pos);
  }
  add(file.endOfFileToken.pos);
  return places;
}

/**
 * Returns the comments at an offset, between two nodes.
 * @param start start of the following node. Comments on the line of this node belong to it,
 * although the compiler assigns them to the previous token.
 */
export function blocksBefore(text: string, offset: number, start?: number): Block[] {
  const blocks: { start: number; end: number }[] = [];
  const sameLine = start === undefined || offset === 0 ? [] : (compiler.getTrailingCommentRanges(text, offset) ?? []);
  const own = sameLine.filter(({ end }) => !text.slice(end, start).includes("\n"));
  for (const { pos, end } of [...own, ...(compiler.getLeadingCommentRanges(text, offset) ?? [])]) {
    const last = blocks.at(-1);
    if (last !== undefined && blankLines(text, last.end, pos) === 0) last.end = end;
    else blocks.push({ start: pos, end });
  }
  return blocks;
}

/** Returns the number of blank lines between two offsets. */
export function blankLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at++) if (text[at] === "\n") lines++;
  return Math.max(0, lines - 1);
}
