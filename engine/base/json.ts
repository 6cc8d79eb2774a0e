/** Returns the `name` of a package.json; undefined if the text is not JSON or has no name. */
export function packageJSONName(text: string): string | undefined {
  const json = parseJson(text);
  return typeof json === "object" && json !== null && "name" in json && typeof json.name === "string"
    ? json.name
    : undefined;
}

/** Returns the value of a string with JSON; undefined if the string is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
