/** What bodies are written and read as. */
export type MediaType = "application/json" | "application/yaml";

export const mediaTypes: readonly MediaType[] = ["application/json", "application/yaml"];

/** What a request's body is; JSON where nothing is said. Undefined for what is not read here. */
export function mediaTypeOf(contentType: string | undefined): MediaType | undefined {
  const essence = essenceOf(contentType);
  return essence === "" ? "application/json" : mediaTypes.find((mediaType) => mediaType === essence);
}

/** A media type without its parameters, in lower case. */
export function essenceOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
