import { pattern, type Pattern } from "../../pattern/index.js";

/**
 * Cache of the patterns that were used last, by source string. Expressions use the same patterns
 * repeatedly.
 */
const patterns = new Map<string, Pattern>();
const mostPatterns = 100;

/** Compiles a regular expression, or returns it from the cache of patterns that were used last. */
export function compiledPattern(expression: string): Pattern {
  const known = patterns.get(expression);
  if (known !== undefined) return known;
  const [oldest] = patterns.keys();
  if (oldest !== undefined && patterns.size >= mostPatterns) patterns.delete(oldest);
  const compiled = pattern(expression);
  patterns.set(expression, compiled);
  return compiled;
}
