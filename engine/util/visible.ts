/** Control characters except tabs, ends of lines, and marks that change the direction of text. */
const invisible = /[\0-\x08\n-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Returns a string as one line that is shown as it is: characters that a terminal or an editor
 * would not show, or would act on, become escapes such as `\u2028`.
 */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
