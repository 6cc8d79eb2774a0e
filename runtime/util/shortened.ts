/** Maximum number of characters of a key, name or value in a message. */
export const shownLength = 1024;

/**
 * Shortens a string for an error message. If the string is too long, returns its beginning and the
 * number of omitted characters.
 * @param length maximum number of characters
 */
export function shortened(text: string, length: number = shownLength): string {
  if (text.length <= length) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  const head = text.slice(0, isSplit ? length - 1 : length);
  return `${head}... (${String(text.length - head.length)} more characters)`;
}
