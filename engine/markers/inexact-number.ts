/** Matches a string in quotes or an integer. The group contains the integer. */
const tokens = /"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|(?<![\w.+-])([-+]?\d+)(?![\w.])/g;

/**
 * Returns the first integer in a marker's value that JavaScript would change; undefined if there is
 * none. Numbers in quotes are text.
 */
export function inexactNumber(value: string): string | undefined {
  for (const [, integer] of value.matchAll(tokens))
    if (integer !== undefined && !Number.isSafeInteger(Number(integer))) return integer;
  return undefined;
}
