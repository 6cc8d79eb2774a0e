import { pattern, type Pattern } from "../../pattern/index.js";

/**
 * The patterns that were used last, by their source. Expressions use the same patterns repeatedly.
 */
const patterns = new Map<string, Pattern>();
const mostPatterns = 100;

/** Returns a regular expression, which is compiled again only if it was not used for a while. */
export function compiledPattern(expression: string): Pattern {
  const known = patterns.get(expression);
  if (known !== undefined) return known;
  const [oldest] = patterns.keys();
  if (oldest !== undefined && patterns.size >= mostPatterns) patterns.delete(oldest);
  const compiled = pattern(expression);
  patterns.set(expression, compiled);
  return compiled;
}
