import { afterString, isSpace } from "./scan.js";

const literalEnd = /[\s,\]}]/g;

/** Reads valid JSON token by token. */
export class StringCursor {
  readonly #text: string;
  #position = 0;
  /**
   * End position of each object and list, by its start position. Undefined until it is first
   * needed.
   */
  #ends: ReadonlyMap<number, number> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the first character of the next token, without consuming it. */
  peek(): string {
    while (isSpace(this.#text.charCodeAt(this.#position))) this.#position++;
    return this.#text.charAt(this.#position);
  }

  /**
   * Consumes the next token if it is the given character. Returns true if the token was consumed.
   */
  take(token: string): boolean {
    if (this.peek() !== token) return false;
    this.#position++;
    return true;
  }

  readString(): string {
    this.peek();
    const start = this.#position;
    this.#position = afterString(this.#text, start);
    const literal = this.#text.slice(start, this.#position);
    return literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
  }

  /** Consumes a number, `true`, `false` or `null`, and returns its characters. */
  readLiteral(): string {
    this.peek();
    const start = this.#position;
    literalEnd.lastIndex = start;
    this.#position = literalEnd.exec(this.#text)?.index ?? this.#text.length;
    return this.#text.slice(start, this.#position);
  }

  /** Consumes a value of any kind, and returns its JSON. */
  readValue(): string {
    const first = this.peek();
    const start = this.#position;
    if (first === '"') this.#position = afterString(this.#text, start);
    else if (first === "{" || first === "[") this.#skipNested();
    else this.readLiteral();
    return this.#text.slice(start, this.#position);
  }

  /**
   * Returns the JSON of a property of the next object, without consuming the object. Returns
   * undefined if the object does not have the property, and the last value of a repeated key. The
   * first call finds the ends of all nested values. A call skips each nested value in one step, so
   * the cost of later calls depends only on the number of keys of the object.
   */
  lookFor(key: string): string | undefined {
    this.peek();
    const start = this.#position;
    this.#ends ??= endsOf(this.#text);
    let found: string | undefined;
    for (this.take("{"); !this.take("}"); this.take(",")) {
      const isKey = this.readString() === key;
      this.take(":");
      this.peek();
      const from = this.#position;
      const end = this.#ends.get(from);
      if (end === undefined) this.readValue();
      else this.#position = end;
      if (isKey) found = this.#text.slice(from, this.#position);
    }
    this.#position = start;
    return found;
  }

  #skipNested(): void {
    let depth = 0;
    do {
      const character = this.#text.charAt(this.#position);
      if (character === '"') {
        this.#position = afterString(this.#text, this.#position);
        continue;
      }
      if (character === "{" || character === "[") depth++;
      if (character === "}" || character === "]") depth--;
      this.#position++;
    } while (depth > 0 && this.#position < this.#text.length);
  }
}

/** Returns the end positions of all objects and lists in valid JSON, by their start positions. */
function endsOf(text: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (let i = 0; i < text.length;) {
    const character = text.charAt(i);
    if (character === '"') {
      i = afterString(text, i);
      continue;
    }
    if (character === "{" || character === "[") open.push(i);
    i++;
    if (character === "}" || character === "]") ends.set(open.pop() ?? 0, i);
  }
  return ends;
}

/**
 * Returns the kind of a JSON value as Go names it in error messages.
 * @param first the first character of the value, which determines the kind
 */
export function jsonKind(first: string): "object" | "array" | "string" | "bool" | "null" | "number" {
  if (first === "{") return "object";
  if (first === "[") return "array";
  if (first === '"') return "string";
  if (first === "t" || first === "f") return "bool";
  return first === "n" ? "null" : "number";
}
