/** How many characters of a key, a name or a value a message shows. Longer ones are cut. */
export const shownLength = 1024;

/**
 * The text, or the beginning of a longer one and how many characters follow. Messages stay short
 * whatever a client sends.
 */
export function shortened(text: string, length: number = shownLength): string {
  if (text.length <= length) return text;
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  const head = text.slice(0, isSplit ? length - 1 : length);
  return `${head}... (${String(text.length - head.length)} more characters)`;
}
