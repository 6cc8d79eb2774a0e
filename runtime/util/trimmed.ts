const whiteSpace = /\p{White_Space}/u;

/**
 * Removes white space as Go's strings.TrimSpace does; its white space differs from JavaScript's.
 * @param space matches the characters to remove. Default: all white space
 */
export function trimmed(text: string, space: RegExp = whiteSpace): string {
  let [start, end] = [0, text.length];
  while (start < end && space.test(text.charAt(start))) start++;
  while (start < end && space.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
