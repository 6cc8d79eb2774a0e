/**
 * Matches invisible characters: control characters except tabs, line terminators, and characters
 * that change the direction of text.
 */
const invisible = /[\0-\x08\n-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Returns a string as one line in which all characters are visible. Characters that a terminal or
 * an editor would interpret or not show become escapes such as `\u2028`.
 */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
