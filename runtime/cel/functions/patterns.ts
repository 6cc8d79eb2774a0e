import { pattern, type Pattern } from "../../pattern/index.js";

/** The patterns that were used last. Expressions use the same ones again and again. */
const patterns = new Map<string, Pattern>();
const mostPatterns = 100;

/** Returns a regular expression that is compiled once while it is in use. */
export function compiledPattern(expression: string): Pattern {
  const known = patterns.get(expression);
  if (known !== undefined) return known;
  const [oldest] = patterns.keys();
  if (oldest !== undefined && patterns.size >= mostPatterns) patterns.delete(oldest);
  const compiled = pattern(expression);
  patterns.set(expression, compiled);
  return compiled;
}
