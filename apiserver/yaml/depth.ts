import { maxDepth } from "../util/nesting.js";
import { loadYAML } from "./library.js";

/** Token that the lexer of the YAML library emits before the text of a scalar. */
const scalarFollows = "\u001f";

/**
 * Checks the nesting depth of a YAML text before it is parsed. Counts brackets, levels of
 * indentation, and hyphens of nested lists in one line (`- - -`).
 * @throws Error with Go's message
 */
export function checkYAMLDepth(text: string): void {
  const { Lexer } = loadYAML();
  const indents: number[] = [];
  let line = 1;
  let inBrackets = 0;
  let onLine = 0;
  let indent = 0;
  let isLineStart = true;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (isScalar) isScalar = false;
    else if (lexeme === scalarFollows) isScalar = true;
    else if (lexeme === "[" || lexeme === "{") inBrackets++;
    else if (lexeme === "]" || lexeme === "}") inBrackets--;
    else if (lexeme === "-" || lexeme === "?") onLine++;
    if (lexeme.endsWith("\n")) {
      line += lexeme.split("\n").length - 1;
      onLine = 0;
      indent = 0;
      isLineStart = true;
    } else if (isLineStart && /^[ \t]+$/.test(lexeme)) indent = lexeme.length;
    else if (isLineStart && !lexeme.startsWith("#")) {
      while ((indents.at(-1) ?? -1) >= indent) indents.pop();
      indents.push(indent);
      isLineStart = false;
    }
    if (indents.length + inBrackets + onLine > maxDepth)
      throw new Error(`yaml: line ${line}: exceeded max depth of ${maxDepth}`);
  }
}
