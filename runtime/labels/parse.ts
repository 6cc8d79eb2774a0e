import { errorText, invalid } from "../field/index.js";
import { isLabelKey } from "../names/label.js";
import { binaryOperators, newRequirement, type Operator, type Requirement, requirementString } from "./requirement.js";
import { type Selector, selectorOf } from "./selector.js";

/**
 * Parses the label selector of a query: `a`, `!a`, `a=b`, `a==b`, `a!=b`, `a in (b,c)`,
 * `a notin (b)`, `a>1`, `a<1`, joined by commas. Repeated requirements are merged.
 * @throws Error with the message of Go's labels.Parse for a string that is not a label selector
 */
export function parse(text: string): Selector {
  return new Parser(text).parse();
}

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(text: string) {
    this.#tokens = tokens(text);
  }

  parse(): Selector {
    const requirements = new Map<string, Requirement>();
    const selector = () => selectorOf([...requirements.values()]);
    for (;;) {
      const first = this.#peek();
      if (first.kind === "end") return selector();
      if (!startsRequirement(first))
        throw new Error(`found '${first.text}', expected: !, identifier, or 'end of string'`);
      const requirement = this.#checkedRequirement();
      requirements.set(requirementString(requirement), requirement);
      const next = this.#take();
      if (next.kind === "end") return selector();
      if (next.kind !== ",") throw new Error(`found '${next.text}', expected: ',' or 'end of string'`);
      if (!startsRequirement(this.#peek()))
        throw new Error(`found '${this.#peek().text}', expected: identifier after ','`);
    }
  }

  #checkedRequirement(): Requirement {
    try {
      return this.#requirement();
    } catch (error) {
      throw new Error(`unable to parse requirement: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }

  #requirement(): Requirement {
    const isNegated = this.#peek().kind === "!";
    if (isNegated) this.#take();
    const key = this.#identifier();
    const problems = isLabelKey(key);
    if (problems.length > 0) throw new Error(errorText(invalid(null, key, problems.join("; "))));
    const next = this.#peek().kind;
    if (isNegated || next === "end" || next === ",") return newRequirement(key, isNegated ? "!" : "exists", []);
    const operator = this.#operator();
    const values = operator === "in" || operator === "notin" ? this.#list() : [this.#exactValue()];
    return newRequirement(key, operator, [...new Set(values)].sort());
  }

  #operator(): Operator {
    const { kind, text } = this.#take();
    if (kind === ">") return "gt";
    if (kind === "<") return "lt";
    const operator = binaryOperators.find((candidate) => candidate === text);
    if (operator === undefined || operator === "gt" || operator === "lt")
      throw new Error(`found '${text}', expected: ${binaryOperators.join(", ")}`);
    return operator;
  }

  #exactValue(): string {
    const { kind } = this.#peek();
    return kind === "end" || kind === "," ? "" : this.#identifier();
  }

  #identifier(): string {
    const { kind, text } = this.#take();
    if (kind !== "identifier") throw new Error(`found '${text}', expected: identifier`);
    return text;
  }

  /** Reads values in parentheses, separated by commas. `()` is a list of one empty value. */
  #list(): string[] {
    const open = this.#take();
    if (open.kind !== "(") throw new Error(`found '${open.text}' expected: '('`);
    const first = this.#peek();
    if (first.kind !== "identifier" && first.kind !== "," && first.kind !== ")") {
      throw new Error(`found '${first.text}', expected: ',', ')' or identifier`);
    }
    const values: string[] = [];
    for (;;) {
      const { kind, text } = this.#take();
      if (kind === ")") return [...values, ""];
      if (kind === "identifier") {
        values.push(text);
        const next = this.#take();
        if (next.kind === ")") return values;
        if (next.kind !== ",") throw new Error(`found '${next.text}', expected: ',' or ')'`);
      } else if (kind === ",") {
        values.push("");
      } else {
        throw new Error(`found '${text}', expected: ',', or identifier`);
      }
    }
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? { kind: "end", text: "" };
  }

  #take(): Token {
    const token = this.#peek();
    this.#position++;
    return token;
  }
}

function startsRequirement({ kind }: Token): boolean {
  return kind === "identifier" || kind === "!";
}

/**
 * A token of a label selector. `in` and `notin` are identifiers; after a key, the parser treats
 * them as operators.
 */
interface Token {
  readonly kind: "identifier" | "end" | Mark;
  readonly text: string;
}

type Mark = "=" | "==" | "!=" | "!" | "(" | ")" | "," | "<" | ">";

const grammar = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^=!(),<> \t\r\n]+))/y;

function tokens(text: string): Token[] {
  const result: Token[] = [];
  grammar.lastIndex = 0;
  for (let match = grammar.exec(text); match !== null; match = grammar.exec(text)) {
    const [, mark, identifier] = match;
    result.push(
      identifier === undefined ? { kind: mark as Mark, text: mark ?? "" } : { kind: "identifier", text: identifier },
    );
  }
  return result;
}
