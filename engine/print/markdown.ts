/**
 * Matches characters that Markdown or HTML would interpret: markup; a bracket, except in `[]`; an
 * underscore that is not inside of a word; and parts of addresses that GitHub would turn into
 * links.
 */
const active = /[&<>|`*\\~#@]|\[(?!\](?!\())|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|(?<=:)\/(?=\/)|(?<=www)\./gi;

/**
 * Escapes a string for a Markdown paragraph or table cell. Characters that would begin markup
 * become entities, and control characters and line breaks become spaces.
 */
export function markdownText(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(active, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** Returns a string as inline code for a Markdown paragraph or table cell. */
export function markdownCode(text: string): string {
  const isPlain = /^[^`|\\\p{Cc}\u2028\u2029]+$/u.test(text) && text.trim() === text;
  return isPlain ? `\`${text}\`` : `<code>${markdownText(text)}</code>`;
}
