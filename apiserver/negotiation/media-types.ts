/** What bodies are written and read as. */
export type MediaType = "application/json" | "application/yaml";

export const mediaTypes: readonly MediaType[] = ["application/json", "application/yaml"];

/**
 * Parameters as Go's mime.ParseMediaType takes them: what else stands behind a type spoils it.
 * Nothing in it can be read in two ways, so that a header of a megabyte takes no longer than its
 * length.
 */
const parameters =
  /^(?:\s*;\s*[!#$%&'*+.^`|~\w-]+\s*=\s*(?:[!#$%&'*+.^`|~\w-]+|"[^"\\]*(?:\\.[^"\\]*)*"))*\s*(?:;\s*)?$/;

/** One of them, whose value is a token or quoted. */
const parameter = /;\s*([^=;\s]+)\s*=\s*(?:([^";\s]+)|"([^"\\]*(?:\\.[^"\\]*)*)")/g;

/** Whether a text is nothing but parameters. One may be repeated, but only with the same value. */
function areParameters(text: string): boolean {
  if (!parameters.test(text)) return false;
  const values = new Map<string, string>();
  for (const [, name = "", token, quoted = ""] of text.matchAll(parameter)) {
    const value = token ?? quoted.replace(/\\(.)/g, "$1");
    const key = name.toLowerCase();
    if ((values.get(key) ?? value) !== value) return false;
    values.set(key, value);
  }
  return true;
}

/** What a request's body is; JSON where nothing is said. Undefined for what is not read here. */
export function mediaTypeOf(contentType: string | undefined): MediaType | undefined {
  if (contentType === undefined || contentType === "") return "application/json";
  const end = contentType.indexOf(";");
  if (end >= 0 && !areParameters(contentType.slice(end))) return undefined;
  const essence = essenceOf(contentType);
  return mediaTypes.find((mediaType) => mediaType === essence);
}

/** A media type without its parameters, in lower case. */
export function essenceOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
