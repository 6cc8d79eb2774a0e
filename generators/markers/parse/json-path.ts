import type { ArgumentProblem } from "../../../engine/markers/arguments.js";

/**
 * A step of a JSONPath, in the form that the runtime evaluates. Generated code contains a path as a
 * list of steps.
 */
export type ParsedStep =
  | string
  | number
  | { readonly each: "child" | "descendant" }
  | { readonly slice: readonly [number | null, number | null, number | null] }
  | { readonly anyOf: readonly ParsedStep[] }
  | {
      readonly where: {
        readonly path: readonly ParsedStep[];
        readonly is?: string;
        readonly value?: string | number | boolean;
      };
    };

/**
 * Parses a JSONPath in kubectl's syntax, but without braces:
 * `.status.conditions[?(@.type=="Ready")].status`. Returns a fault for an invalid path.
 */
export function parseJSONPath(text: string): readonly ParsedStep[] | ArgumentProblem {
  if (!text.startsWith(".") && !text.startsWith("[")) return { fault: `must begin with a dot: .${text}` };
  try {
    return new Parser(text).path();
  } catch (error) {
    if (error instanceof PathError) return { fault: error.message };
    throw error;
  }
}

/** Error for a string that is not a valid path. */
class PathError extends Error {
  override readonly name = "PathError";
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  path(): readonly ParsedStep[] {
    const steps: ParsedStep[] = [];
    while (this.#at < this.#text.length) steps.push(...this.#steps());
    return steps;
  }

  #steps(): readonly ParsedStep[] {
    if (this.#take("..")) return [{ each: "descendant" }, ...(this.#text[this.#at] === "[" ? [] : [this.#property()])];
    if (this.#take(".")) {
      if (this.#at === this.#text.length && this.#at === 1) return [];
      return this.#text[this.#at] === "[" ? this.#steps() : [this.#property()];
    }
    if (this.#take("[")) return [this.#bracket()];
    throw new PathError(`has \`${this.#text.slice(this.#at)}\` in place of a dot or a bracket`);
  }

  #property(): ParsedStep {
    if (this.#take("*")) return { each: "child" };
    const [name = ""] = /^(?:[^.[\]\s\\'"*?()]|\\.)+/.exec(this.#text.slice(this.#at)) ?? [];
    if (name === "") throw new PathError(`has no property after \`${this.#text.slice(0, this.#at)}\``);
    this.#at += name.length;
    return name.replace(/\\(.)/g, "$1");
  }

  #bracket(): ParsedStep {
    const end = this.#closing();
    const inside = this.#text.slice(this.#at, end).trim();
    this.#at = end + 1;
    if (inside === "*") return { each: "child" };
    if (inside.startsWith("?")) return { where: conditionOf(inside) };
    const [first, ...more] = splitOutsideQuotes(inside).map(selectorOf);
    if (first === undefined) throw new PathError("has empty brackets");
    return more.length === 0 ? first : { anyOf: [first, ...more] };
  }

  /**
   * Returns the index of the bracket that closes the bracket at the current position. Ignores
   * brackets inside quotes.
   */
  #closing(): number {
    let depth = 1;
    let quote = "";
    for (let at = this.#at; at < this.#text.length; at++) {
      const character = this.#text.charAt(at);
      if (quote !== "") quote = character === quote ? "" : quote;
      else if (character === "'" || character === '"') quote = character;
      else if (character === "[") depth++;
      else if (character === "]" && --depth === 0) return at;
    }
    throw new PathError("has a bracket that is not closed");
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function splitOutsideQuotes(text: string): readonly string[] {
  return text.match(/(?:'[^']*'|"[^"]*"|[^,])+/g) ?? [];
}

function selectorOf(text: string): ParsedStep {
  const selector = text.trim();
  const [, single, double] = /^(?:'([^']*)'|"([^"]*)")$/.exec(selector) ?? [];
  const name = single ?? double;
  if (name !== undefined) return name;
  if (/^-?\d+$/.test(selector)) return Number(selector);
  const parts = /^(-?\d*):(-?\d*)(?::(-?\d*))?$/.exec(selector);
  if (parts === null)
    throw new PathError(
      `has \`${selector}\` in brackets, which is neither an index, a slice, a quoted name nor a condition`,
    );
  const [from, to, step] = parts
    .slice(1)
    .map((part: string | undefined) => (part === undefined || part === "" ? null : Number(part)));
  if (step !== undefined && step !== null && step <= 0) throw new PathError("has a slice whose step is not positive");
  return { slice: [from ?? null, to ?? null, step ?? null] };
}

function conditionOf(text: string): {
  readonly path: readonly ParsedStep[];
  readonly is?: string;
  readonly value?: string | number | boolean;
} {
  const [, inside] = /^\?\s*\((.*)\)$/s.exec(text) ?? [];
  const parts =
    inside === undefined
      ? null
      : /^\s*@((?:[^=!<>'"]|\[['"][^'"]*['"]\])*?)\s*(?:(==|!=|<=|>=|<|>)\s*(.+?))?\s*$/s.exec(inside);
  if (parts === null) throw new PathError(`has the condition \`${text}\`, which must have the form ?(@.type=="Ready")`);
  const [, path = "", is, value] = parts;
  const steps = path === "" ? [] : new Parser(path).path();
  return is === undefined || value === undefined ? { path: steps } : { path: steps, is, value: literalOf(value) };
}

function literalOf(text: string): string | number | boolean {
  const [, single, double] = /^(?:'([^']*)'|"([^"]*)")$/.exec(text) ?? [];
  const quoted = single ?? double;
  if (quoted !== undefined) return quoted;
  if (text === "true" || text === "false") return text === "true";
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new PathError(`compares with \`${text}\`, which is neither a quoted string, a number, true nor false`);
}
