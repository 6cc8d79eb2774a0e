import { jsonText, type JSONValue } from "@apimachinery/runtime";

/**
 * Returns a JSON text without spaces between its tokens, and with Go's escapes. Numbers and
 * duplicate keys stay as they are.
 */
export function compactJSON(text: string): string {
  return text
    .replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/gs, (_, literal?: string) => literal ?? "")
    .replace(/[<>&\u2028\u2029]/g, escaped);
}

/** Returns an object, a list or a Table as JSON without the managedFields of its objects. */
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
