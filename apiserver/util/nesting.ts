import { NumberLiteral } from "@apimachinery/runtime";

/**
 * Maximum nesting depth of values from clients and webhooks. Functions that traverse objects
 * recurse for each level. The limit is far below the depth of a stack overflow, because V8 ends the
 * process if it compiles a regular expression near that depth. Kubernetes' own objects have about
 * twenty levels.
 */
export const maxDepth = 250;

/**
 * Checks the nesting depth of a JSON text before it is parsed.
 * @throws Error with Go's message
 */
export function checkJSONDepth(text: string): void {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === backslash) at++;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if ((code | brace) === openBrace) {
      if (++depth > maxDepth) throw new Error(`invalid character '${text.charAt(at)}' exceeded max depth`);
    } else if ((code | brace) === closeBrace) depth--;
  }
}

/**
 * Checks the nesting depth of a value. Returns true if the value is or contains a `bigint`.
 * @throws Error with Go's message
 */
export function checkDepth(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null || value instanceof NumberLiteral) return typeof value === "bigint";
  if (depth >= maxDepth) throw new Error(`invalid character '${Array.isArray(value) ? "[" : "{"}' exceeded max depth`);
  let hasBigInt = false;
  for (const key in value) {
    const child = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof child === "object" || typeof child === "bigint") hasBigInt = checkDepth(child, depth + 1) || hasBigInt;
  }
  return hasBigInt;
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** The bit in which the codes of `{` and `[` differ, and those of `}` and `]`. */
const brace = 0x20;
