/** Matches a quoted string or an integer. The first group contains the integer. */
const tokens = /"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|(?<![\w.+-])([-+]?\d+)(?![\w.])/g;

/**
 * Returns the first integer in a marker's value that JavaScript cannot represent exactly; undefined
 * if all are exact. Numbers in quotes are strings.
 */
export function inexactNumber(value: string): string | undefined {
  for (const [, integer] of value.matchAll(tokens))
    if (integer !== undefined && !Number.isSafeInteger(Number(integer))) return integer;
  return undefined;
}
