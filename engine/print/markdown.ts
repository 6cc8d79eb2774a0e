/**
 * Characters of Markdown and HTML; a bracket, except in `[]`; an underscore that is not inside of a
 * word; and parts of addresses, of which GitHub makes links.
 */
const active = /[&<>|`*\\~#@]|\[(?!\](?!\())|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<=:)\/(?=\/)|(?<=www)\./gi;

/**
 * Returns a string as a part of a Markdown paragraph or of a table cell. Characters that would
 * begin markup are entities, and a control character or the end of a line is a space.
 */
export function markdownText(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(active, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** Returns a string as inline code of a Markdown paragraph or of a table cell. */
export function markdownCode(text: string): string {
  const isPlain = /^[^`|\\\p{Cc}\u2028\u2029]+$/u.test(text) && text.trim() === text;
  return isPlain ? `\`${text}\`` : `<code>${markdownText(text)}</code>`;
}
