/**
 * A value as JSON, to the byte as Go's encoder prints it: `<`, `>`, `&`, U+2028 and U+2029 inside
 * strings are `\u003c` and so on, which is safe inside HTML and JavaScript. Readers of JSON see no
 * difference.
 *
 * @param indent how many spaces each level is indented by; all on one line if absent
 */
export function jsonText(value: object | string | number | boolean | null, indent?: number): string {
  return escapeHTML(JSON.stringify(value, null, indent));
}

/**
 * Most texts have none of them: looking for one character at a time takes a tenth of what a pattern
 * does.
 */
function escapeHTML(json: string): string {
  const isSafe =
    !json.includes("<") &&
    !json.includes(">") &&
    !json.includes("&") &&
    !json.includes("\u2028") &&
    !json.includes("\u2029");
  return isSafe
    ? json
    : json.replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
