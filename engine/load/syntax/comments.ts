import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import { readComment, type CommentFacts } from "../../markers/comment.js";
import type { Definitions } from "../../markers/definitions.js";
import type { Marker } from "../../markers/marker.js";
import type { Problem } from "../../problem.js";
import { positionAt } from "./parse.js";

/** A run of comments without a blank line between them. */
interface Block {
  readonly start: number;
  readonly end: number;
}

/** What the comments above a node say. */
interface Above {
  readonly markers: readonly Marker[];
  readonly description: string;
}

/** The comments of one file: read when their declaration is, and told when nobody read them. */
export interface Comments {
  /**
   * What stands directly above a node; for `detached` also the block that one blank line separates
   * from it.
   */
  of(node: ts.Node, detached: boolean): Above;
  /**
   * Takes the comments of a declaration that is no type of the model: they belong to it, though
   * nobody reads them.
   */
  readonly skip: (node: ts.Node) => void;
  /**
   * Markers of the package: of every comment in `doc.ts`, else of comments that say `@file` or
   * `@packageDocumentation`.
   */
  readonly package: readonly Marker[];
  /** The offset of the first package comment. */
  readonly packageStart: number | undefined;
  /** Problems so far, comments that belong to nothing included. */
  problems(): readonly Problem[];
}

export function commentsOf(file: ts.SourceFile, definitions: Definitions): Comments {
  const { text } = file;
  const claimed = new Set<number>();
  /**
   * Each block is read once, however often it is asked for: a file outlives the run that has read
   * it.
   */
  const facts = new Map<number, CommentFacts>();
  const above = { close: new Map<ts.Node, Above>(), detached: new Map<ts.Node, Above>() };
  const read = (block: Block): CommentFacts => {
    claimed.add(block.start);
    const known = facts.get(block.start);
    if (known !== undefined) return known;
    const found = readComment(
      text.slice(block.start, block.end),
      (offset) => positionAt(file, block.start + offset),
      definitions,
    );
    facts.set(block.start, found);
    return found;
  };
  const whole = /(^|\/)doc\.ts$/.test(file.fileName);
  const places = text.includes("+") || text.includes("@") ? blocksByPlace(file) : new Map<number, Block[]>();
  const ofPackage = new Set<number>();
  const packageMarkers: Marker[] = [];
  let packageStart: number | undefined;
  let told: { readonly claimed: number; readonly read: number; readonly problems: readonly Problem[] } | undefined;
  for (const block of places.get(0) ?? []) takePackage(block);
  if (whole) for (const [place, blocks] of places) if (place > 0) blocks.forEach(takePackage);

  function takePackage(block: Block): void {
    if (!whole && !/^(\/\*\*?[\s*]*|\/\/+\s*)@(file|packageDocumentation)\b/.test(text.slice(block.start, block.end)))
      return;
    packageStart ??= block.start;
    ofPackage.add(block.start);
    packageMarkers.push(...read(block).markers);
  }

  function commentAbove(node: ts.Node, detached: boolean): Above {
    const start = node.getStart(file);
    const blocks = blocksBefore(text, node.pos, start).filter((block) => !ofPackage.has(block.start));
    const last = blocks.at(-1);
    if (last === undefined) return { markers: [], description: "" };
    const blank = blankLines(text, last.end, start);
    if (blank > (detached ? 1 : 0)) return { markers: [], description: "" };
    const other = blocks.at(-2);
    const second =
      detached && blank === 0 && other !== undefined && blankLines(text, other.end, last.start) === 1
        ? read(other).markers
        : [];
    const closest = read(last);
    return { markers: [...second, ...closest.markers], description: blank === 0 ? closest.description : "" };
  }

  return {
    package: packageMarkers,
    packageStart,
    of(node, detached) {
      const known = above[detached ? "detached" : "close"].get(node);
      if (known !== undefined) return known;
      const found = commentAbove(node, detached);
      above[detached ? "detached" : "close"].set(node, found);
      return found;
    },
    skip(node) {
      for (const { start } of [...places.values()].flat())
        if (start >= node.pos && start < node.end) claimed.add(start);
    },
    problems() {
      // Both only grow: a file that is not looked at again says what it said.
      if (told?.claimed === claimed.size && told.read === facts.size) return told.problems;
      const lost = [...places.values()].flat().filter((block) => !claimed.has(block.start));
      const unread = lost.flatMap((block) =>
        unattached(
          readComment(
            text.slice(block.start, block.end),
            (offset) => positionAt(file, block.start + offset),
            definitions,
          ).markers,
        ),
      );
      told = {
        claimed: claimed.size,
        read: facts.size,
        problems: [...[...facts.values()].flatMap(({ problems }) => problems), ...unread],
      };
      return told.problems;
    },
  };
}

function unattached(markers: readonly Marker[]): Problem[] {
  const [first, ...others] = markers;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` and ${others.length} more ${others.length === 1 ? "marker" : "markers"}`;
  return [
    {
      code: "markers/unattached",
      severity: "warning",
      message: `\`+${first.name}\`${more} ${others.length === 0 ? "is" : "are"} in a comment that belongs to no declaration`,
      hint: "put the comment directly above a declaration or a field, or into doc.ts for the package",
      position: first.position,
    },
  ];
}

/** Comments of a file outside of function bodies, by the offset where their trivia starts. */
function blocksByPlace(file: ts.SourceFile): Map<number, Block[]> {
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
    // The comments before the closing brace.
    add(node.members.end);
  };
  for (const statement of file.statements) {
    add(statement.pos);
    trailing(statement.end);
    if (compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement)) members(statement);
  }
  add(file.endOfFileToken.pos);
  return places;
}

/**
 * @param start of the node: what stands on its line is its own, though the compiler counts it to
 * the token before
 */
function blocksBefore(text: string, offset: number, start?: number): Block[] {
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

function blankLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at++) if (text[at] === "\n") lines++;
  return Math.max(0, lines - 1);
}
