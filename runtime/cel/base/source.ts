import { countUTF8Bytes } from "../../util/text-length.js";

/**
 * A position in an expression. Lines and columns start at 1, and columns count code points. The
 * position of a missing part, and of an empty expression, is line 1, column 0.
 */
export interface CELPosition {
  readonly line: number;
  readonly column: number;
}

/** A problem of an expression. Without a position, the problem concerns the whole expression. */
export interface CELFault {
  readonly message: string;
  readonly position?: CELPosition;
}

/** Maximum length, in bytes, of a source line that is printed below a message. */
const longestSnippet = 16_384;
const mostProblems = 100;

/** The problems of an expression, in the order in which they were found. */
export class SourceProblems {
  /** The expression, in which U+FFFD replaces lone surrogates, as in Go's JSON decoder. */
  readonly text: string;
  readonly #problems: CELFault[] = [];
  #count = 0;

  constructor(text: string) {
    this.text = text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Adds a problem. Only the first hundred problems are kept.
   *
   * @param at index in the expression; undefined for the whole expression
   */
  add(at: number | undefined, message: string): void {
    this.#count++;
    if (this.#problems.length < mostProblems)
      this.#problems.push(at === undefined ? { message } : { message, position: positionOf(this.text, at) });
  }

  /**
   * Returns a function that checks each expression once. For an expression that occurs again, it
   * adds copies of the problems.
   */
  once<K, A extends readonly unknown[], T>(check: (key: K, ...more: A) => T): (key: K, ...more: A) => T {
    const known = new Map<K, { readonly value: T; readonly from: number; readonly to: number }>();
    return (key, ...more) => {
      const found = known.get(key);
      if (found !== undefined) {
        this.#repeat(found.from, found.to);
        return found.value;
      }
      const from = this.#count;
      const value = check(key, ...more);
      known.set(key, { value, from, to: this.#count });
      return value;
    };
  }

  /** Adds copies of the problems from index `from` (inclusive) to `to` (exclusive). */
  #repeat(from: number, to: number): void {
    this.#count = Math.min(this.#count + to - from, Number.MAX_SAFE_INTEGER);
    const kept = this.#problems.slice(from, to);
    this.#problems.push(...kept.slice(0, Math.max(mostProblems - this.#problems.length, 0)));
  }

  /** Returns the problems in the order of their positions. */
  sorted(): readonly CELFault[] {
    return this.#problems.toSorted((a, b) => lineOf(a) - lineOf(b) || columnOf(a) - columnOf(b));
  }

  /**
   * The position of the first problem in the order of `sorted`; undefined if this problem has none.
   */
  get position(): CELPosition | undefined {
    return this.sorted()[0]?.position;
  }

  /**
   * Returns the problems as cel-go prints them: each with its source line, and a caret below the
   * line. The line is left out if it is very long, if the problem has no position, or if the
   * expression is empty.
   */
  toString(): string {
    const texts = this.sorted().map((problem) => problemText(this.text, problem));
    if (this.#count > mostProblems) texts.push(`${String(this.#count - mostProblems)} more errors were truncated`);
    return texts.join("\n");
  }
}

function lineOf({ position }: CELFault): number {
  return position?.line ?? -1;
}

function columnOf({ position }: CELFault): number {
  return position?.column ?? 0;
}

/**
 * Returns the line and column of an index in the expression. As in cel-go, a missing part and an
 * empty expression have the column 0, before the first column.
 */
function positionOf(text: string, at: number): CELPosition {
  if (at < 0 || text === "") return { line: 1, column: 0 };
  const before = text.slice(0, at);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: Array.from(before.slice(start)).length + 1 };
}

function problemText(text: string, problem: CELFault): string {
  const line = lineOf(problem);
  const column = columnOf(problem);
  const head = `ERROR: <input>:${String(line)}:${String(column)}: ${problem.message}`;
  const snippet = text === "" ? undefined : text.split("\n")[line - 1]?.replaceAll("\t", " ");
  if (snippet === undefined || countUTF8Bytes(snippet) > longestSnippet) return head;
  const letters = Array.from(snippet);
  const dots = letters.slice(0, Math.max(column - 1, 0)).map((letter) => (isWide(letter) ? "．" : "."));
  return `${head}\n | ${snippet}\n | ${dots.join("")}${isWide(letters[dots.length] ?? "") ? "＾" : "^"}`;
}

function isWide(letter: string): boolean {
  return letter > "\u007f";
}
