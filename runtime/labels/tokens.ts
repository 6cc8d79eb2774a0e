/**
 * A token of a label selector. `in` and `notin` are identifiers; the parser treats them as
 * operators after a key.
 */
export interface Token {
  readonly kind: "identifier" | "end" | Mark;
  readonly text: string;
}

type Mark = "=" | "==" | "!=" | "!" | "(" | ")" | "," | "<" | ">";

const grammar = /[ \t\r\n]*(?:(==|!=|[=!(),<>])|([^=!(),<> \t\r\n]+))/y;

export function tokens(text: string): Token[] {
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
