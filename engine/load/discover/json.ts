/** The `name` of a package.json; what is no JSON has none. */
export function nameOf(text: string): string | undefined {
  const json = parseJson(text);
  return typeof json === "object" && json !== null && "name" in json && typeof json.name === "string"
    ? json.name
    : undefined;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
