import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";

/** A group of adjacent comments, without a blank line between them. */
export interface CommentBlock {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the comments next to the statements of a file and next to the members of its types and
 * classes. The key is the offset at which the whitespace and comments before a node begin. The key
 * is negative for a comment that follows a statement or a member on the same line.
 */
export function blocksByPlace(file: ts.SourceFile): Map<number, CommentBlock[]> {
  const { text } = file;
  const places = new Map<number, CommentBlock[]>();
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
    // Adds the comments between the last member and the closing brace.
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
 * Returns the comments inside of type declarations that are not in `known`: comments in front of a
 * member of a union, or between two tokens of a declaration.
 */
export function blocksInside(file: ts.SourceFile, known: readonly CommentBlock[]): CommentBlock[] {
  const blocks: { start: number; end: number }[] = [];
  for (const statement of file.statements) {
    if (!isTypeDeclaration(statement)) continue;
    for (const comment of commentsInside(file, statement)) {
      if (known.some(({ start, end }) => start <= comment.start && comment.start < end)) continue;
      const last = blocks.at(-1);
      if (last !== undefined && areAdjacent(file.text, last, comment)) last.end = comment.end;
      else blocks.push(comment);
    }
  }
  return blocks;
}

/**
 * Reports whether two comments form one block. A comment that follows code on its line does not
 * form a block with a comment on the next line.
 */
function areAdjacent(text: string, first: CommentBlock, second: CommentBlock): boolean {
  const between = text.slice(first.end, second.start);
  if (between.trim() !== "" || blankLines(text, first.end, second.start) > 0) return false;
  return !between.includes("\n") || !isBehindCode(text, first);
}

/** Reports whether the line of a comment begins with code that the comment could describe. */
export function isBehindCode(text: string, { start }: CommentBlock): boolean {
  const before = text.slice(text.lastIndexOf("\n", start) + 1, start).trimEnd();
  return before !== "" && !/[|=:(<{,]$/.test(before);
}

function isTypeDeclaration(node: ts.Node): boolean {
  return (
    compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node) || compiler.isEnumDeclaration(node)
  );
}

function commentsInside(file: ts.SourceFile, declaration: ts.Node): CommentBlock[] {
  const { text } = file;
  const comments: CommentBlock[] = [];
  let at = declaration.getStart(file);
  for (;;) {
    const start = at + text.slice(at, declaration.end).search(/\/[/*]/);
    if (start < at) return comments;
    at = start + 2;
    if (!isBetweenTokens(file, declaration, start)) continue;
    const isBlock = text[start + 1] === "*";
    const end = text.indexOf(isBlock ? "*/" : "\n", at);
    at = end < 0 ? text.length : isBlock ? end + 2 : end;
    comments.push({ start, end: at });
  }
}

/**
 * Reports whether a comment can start at an offset, because the offset is not inside of a token.
 */
function isBetweenTokens(file: ts.SourceFile, node: ts.Node, offset: number): boolean {
  const isIn = (child: ts.Node) => (child.pos <= offset && offset < child.end ? child : undefined);
  const child = compiler.forEachChild(node, isIn);
  if (child !== undefined) return isBetweenTokens(file, child, offset);
  const hasChildren = compiler.forEachChild(node, () => true) === true;
  return hasChildren || offset < node.getStart(file);
}

/**
 * Returns the comments at an offset between two nodes. If the offset follows an opening brace, the
 * result includes the comments on the line of the brace.
 * @param start start of the next node. Comments on the line of this node belong to it, although the
 * compiler assigns them to the previous token.
 */
export function blocksBefore(text: string, offset: number, start?: number): CommentBlock[] {
  const blocks: { start: number; end: number }[] = [];
  const isFirst = text[offset - 1] === "{";
  const sameLine =
    (start === undefined && !isFirst) || offset === 0 ? [] : (compiler.getTrailingCommentRanges(text, offset) ?? []);
  const own = sameLine.filter(({ end }) => isFirst || !text.slice(end, start).includes("\n"));
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
