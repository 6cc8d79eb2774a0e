import type { ts } from "ts-morph";
import { readComment, type CommentFacts } from "../../markers/comment.js";
import type { MarkerDefinitions } from "../../markers/definitions.js";
import type { Marker } from "../../markers/marker.js";
import type { Problem } from "../../base/problem.js";
import {
  blankLines,
  blocksBefore,
  blocksByPlace,
  blocksInside,
  isBehindCode,
  type CommentBlock,
} from "./comment-blocks.js";
import { groupBy } from "../../util/group-by.js";
import { compiler } from "./compiler.js";
import { positionInSource } from "./parse.js";
import { markersProblems } from "../../markers/problem-codes.js";

/** The markers and the description in the comments above a node. */
interface Above {
  readonly markers: readonly Marker[];
  readonly description: string;
}

/**
 * The comments of one file. Markers in a comment are read together with their declaration, and
 * comments without a declaration can be reported. Several runs share this object, so that each
 * comment is read only once.
 */
export class Comments {
  /**
   * Package markers. In `doc.ts`, all comments can contain package markers. In other files, only
   * comments that begin with `@file` or `@packageDocumentation` can.
   */
  readonly package: readonly Marker[];
  /** Offset of the first package comment; undefined if the file has none. */
  readonly packageStart: number | undefined;
  readonly #file: ts.SourceFile;
  readonly #definitions: MarkerDefinitions;
  /** All comment blocks outside of function bodies. */
  readonly #blocks: readonly CommentBlock[];
  /** The blocks inside of type declarations that are not above a declaration or a field. */
  readonly #inside: readonly CommentBlock[];
  readonly #ofPackage: ReadonlySet<number>;
  /** Offsets of the blocks that were read as a comment of a declaration or of the package. */
  readonly #claimed = new Set<number>();
  readonly #facts = new Map<number, CommentFacts>();
  readonly #close = new Map<ts.Node, Above>();
  readonly #detached = new Map<ts.Node, Above>();
  #reported: { readonly claimed: number; readonly read: number; readonly problems: readonly Problem[] } | undefined;

  constructor(file: ts.SourceFile, definitions: MarkerDefinitions) {
    this.#file = file;
    this.#definitions = definitions;
    const { text } = file;
    const places = text.includes("+") || text.includes("@") ? blocksByPlace(file) : new Map<number, CommentBlock[]>();
    const outside = [...places.values()].flat();
    this.#inside = text.includes("+") ? blocksInside(file, outside) : [];
    this.#blocks = [...outside, ...this.#inside];
    const isDoc = /(^|\/)doc\.ts$/.test(file.fileName);
    const candidates = [
      ...(places.get(0) ?? []),
      ...(isDoc ? [...places].flatMap(([place, blocks]) => (place > 0 ? blocks : [])) : []),
    ];
    const ofPackage = candidates.filter(({ start, end }) => isDoc || isPackageComment(text.slice(start, end)));
    this.#ofPackage = new Set(ofPackage.map(({ start }) => start));
    this.packageStart = ofPackage[0]?.start;
    this.package = ofPackage.flatMap((block) => this.#read(block).markers);
  }

  /**
   * Returns the markers and the description in the comment directly above a node.
   *
   * @param detached true to include a block that is separated by one blank line from the node, or
   * from the comment above the node
   */
  of(node: ts.Node, detached: boolean): Above {
    const known = detached ? this.#detached : this.#close;
    const before = known.get(node);
    if (before !== undefined) return before;
    const found = this.#commentAbove(node, detached);
    known.set(node, found);
    return found;
  }

  /** Returns the markers in front of a member of a union, before or after the `|`. */
  ofMember(node: ts.TypeNode): readonly Marker[] {
    const { text } = this.#file;
    const own: CommentBlock[] = [];
    const start = node.getStart(this.#file);
    let end = start;
    for (const block of this.#inside.filter((one) => one.end <= start).reverse()) {
      const isNext = /^[\s|(]*$/.test(text.slice(block.end, end)) && blankLines(text, block.end, end) === 0;
      const isOfPrevious = isBehindCode(text, block) && text.slice(block.end, start).includes("\n");
      if (!isNext || isOfPrevious) break;
      own.unshift(block);
      end = block.start;
    }
    return own.flatMap((block) => this.#read(block).markers);
  }

  /**
   * Marks the comments of a declaration that is not in the model as used. The comments are then not
   * reported as comments without a declaration.
   */
  skip(node: ts.Node): void {
    for (const { start } of this.#blocks) if (start >= node.pos && start < node.end) this.#claimed.add(start);
  }

  /**
   * Returns the problems found in all comments, including comments that belong to no declaration.
   */
  problems(): readonly Problem[] {
    const [claimed, read] = [this.#claimed.size, this.#facts.size];
    // Both numbers can only increase. If they are unchanged, the problems are unchanged too.
    if (this.#reported?.claimed === claimed && this.#reported.read === read) return this.#reported.problems;
    const lost = this.#blocks.filter((block) => !this.#claimed.has(block.start));
    const byClass = groupBy(lost, ({ start }) => classAt(this.#file, start));
    const problems = [
      ...[...this.#facts.values()].flatMap((facts) => facts.problems),
      ...[...byClass].flatMap(([node, blocks]) =>
        node === undefined
          ? blocks.flatMap((block) => unattached(this.#factsOf(block).markers, this.#lineBelowGap(block)))
          : onClass(
              node,
              blocks.flatMap((block) => this.#factsOf(block).markers),
            ),
      ),
    ];
    this.#reported = { claimed, read, problems };
    return problems;
  }

  #commentAbove(node: ts.Node, detached: boolean): Above {
    const { text } = this.#file;
    const start = node.getStart(this.#file);
    const blocks = blocksBefore(text, node.pos, start).filter((block) => !this.#ofPackage.has(block.start));
    const last = blocks.at(-1);
    if (last === undefined) return { markers: [], description: "" };
    const blank = blankLines(text, last.end, start);
    if (blank > (detached ? 1 : 0)) return { markers: [], description: "" };
    const other = blocks.at(-2);
    const hasSecond = detached && blank === 0 && other !== undefined && blankLines(text, other.end, last.start) === 1;
    const second = hasSecond ? this.#read(other).markers : [];
    const closest = this.#read(last);
    return { markers: [...second, ...closest.markers], description: blank === 0 ? closest.description : "" };
  }

  /**
   * Returns the line of the code or comment after a block, if at least two blank lines separate
   * them; otherwise, returns undefined.
   */
  #lineBelowGap({ end }: CommentBlock): number | undefined {
    const { text } = this.#file;
    const next = end + text.slice(end).search(/\S/);
    return next < end || blankLines(text, end, next) < 2 ? undefined : positionInSource(this.#file, next).line;
  }

  /** Reads a block, and marks it as the comment of a declaration or of the package. */
  #read(block: CommentBlock): CommentFacts {
    this.#claimed.add(block.start);
    const known = this.#facts.get(block.start);
    if (known !== undefined) return known;
    const found = this.#factsOf(block);
    this.#facts.set(block.start, found);
    return found;
  }

  #factsOf({ start, end }: CommentBlock): CommentFacts {
    const position = (offset: number) => positionInSource(this.#file, start + offset);
    return readComment(this.#file.text.slice(start, end), position, this.#definitions);
  }
}

function isPackageComment(text: string): boolean {
  return /^(\/\*\*?[\s*]*|\/\/+\s*)@(file|packageDocumentation)\b/.test(text);
}

/**
 * Reports the markers of a comment that does not belong to a declaration.
 * @param below line of the code below the comment, if several blank lines separate it from the
 * comment
 */
function unattached(markers: readonly Marker[], below: number | undefined): Problem[] {
  const put = "put the comment directly above a declaration or a field, or into doc.ts for the package";
  const hint = below === undefined ? put : `remove the blank lines between the comment and line ${below}, or ${put}`;
  return reportLost(markers, "in a comment that belongs to no declaration", hint);
}

/** Reports the markers above a class and in its body. */
function onClass({ name }: ts.ClassDeclaration, markers: readonly Marker[]): Problem[] {
  return reportLost(
    markers,
    `on ${name === undefined ? "a class" : `the class ${name.text}`}, and a class is not an API type`,
    `declare an API type as an interface: interface ${name?.text ?? "Name"} { … }; put other markers above another declaration, or into doc.ts`,
  );
}

/** @param where place of the markers, which the message names */
function reportLost(markers: readonly Marker[], where: string, hint: string): Problem[] {
  const [first, ...others] = markers;
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` and ${others.length} more ${others.length === 1 ? "marker" : "markers"}`;
  const message = `\`+${first.name}\`${more} ${others.length === 0 ? "is" : "are"} ${where}`;
  return [{ ...markersProblems.is("markers/unattached"), message, hint, position: first.position }];
}

/** Returns the class above which or in which an offset is; undefined if there is none. */
function classAt({ statements }: ts.SourceFile, offset: number): ts.ClassDeclaration | undefined {
  return statements.filter(compiler.isClassDeclaration).find(({ pos, end }) => pos <= offset && offset < end);
}
