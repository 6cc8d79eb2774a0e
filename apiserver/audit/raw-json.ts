import { jsonText, type JSONValue } from "@apimachinery/runtime";

/**
 * Returns a JSON text without spaces between its tokens, and with Go's escapes. Numbers and
 * duplicate keys stay as they are.
 */
export function compactJSON(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const quote = indexOrEnd(text, at);
    parts.push(text.slice(at, quote).replace(/\s+/g, ""));
    at = endOfString(text, quote);
    parts.push(text.slice(quote, at));
  }
  return parts.join("").replace(/[<>&\u2028\u2029]/g, escaped);
}

/** Returns the position of the next quote, or the length of the text. */
function indexOrEnd(text: string, from: number): number {
  const at = text.indexOf('"', from);
  return at < 0 ? text.length : at;
}

/** Returns the position after the string that begins at a quote. */
function endOfString(text: string, quote: number): number {
  let at = indexOrEnd(text, quote + 1);
  while (at < text.length && isEscaped(text, at)) at = indexOrEnd(text, at + 1);
  return Math.min(at + 1, text.length);
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote;
  while (text[at - 1] === "\\") at--;
  return (quote - at) % 2 === 1;
}

/**
 * Returns an object, a list or a Table as JSON without the managedFields of its objects. Returns
 * any other JSON value unchanged.
 */
export function withoutManagedFields(text: string): string {
  const value = JSON.parse(text) as JSONValue;
  if (!isMap(value)) return text;
  dropFrom(value);
  for (const item of listOf(value["items"])) dropFrom(item);
  for (const row of listOf(value["rows"])) if (isMap(row)) dropFrom(row["object"]);
  return jsonText(value);
}

type JSONMap = { [key: string]: JSONValue };

function isMap(value: JSONValue | undefined): value is JSONMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: JSONValue | undefined): readonly JSONValue[] {
  return Array.isArray(value) ? value : [];
}

function dropFrom(value: JSONValue | undefined): void {
  if (!isMap(value)) return;
  const { metadata } = value;
  if (isMap(metadata)) delete metadata["managedFields"];
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
