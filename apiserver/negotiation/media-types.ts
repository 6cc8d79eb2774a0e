/** Media types of request and response bodies. */
export type MediaType = "application/json" | "application/yaml" | "application/cbor" | typeof protobufType;

/** Media type of Kubernetes' protobuf. */
export const protobufType = "application/vnd.kubernetes.protobuf";

/** Media type of a sequence of CBOR documents (RFC 8742), which is the body of a watch. */
export const cborSequence = "application/cbor-seq";

/** The media types that errors and the OpenAPI documents list. */
export const mediaTypes: readonly MediaType[] = ["application/json", "application/yaml"];

/**
 * Returns the media types that errors list for a resource.
 * @param hasProtobuf true if the resource supports protobuf
 */
export function listedTypes(hasProtobuf: boolean): readonly MediaType[] {
  return hasProtobuf ? [...mediaTypes, protobufType] : mediaTypes;
}

/** Returns the media types of watches among media types. YAML cannot be a stream. */
export function streamTypes(types: readonly MediaType[]): readonly string[] {
  return types.filter((type) => type !== "application/yaml").map((type) => `${type};stream=watch`);
}

/**
 * The media types that the server supports for all resources. Errors and OpenAPI documents do not
 * list CBOR, because a kube-apiserver with the default feature gates does not list it.
 */
export const allMediaTypes: readonly MediaType[] = [...mediaTypes, "application/cbor"];

/**
 * Matches parameters that Go's mime.ParseMediaType accepts. Each string can match in only one way,
 * so matching takes linear time even for long headers.
 */
const parameters =
  /^(?:\s*;\s*[!#$%&'*+.^`|~\w-]+\s*=\s*(?:[!#$%&'*+.^`|~\w-]+|"[^"\\]*(?:\\.[^"\\]*)*"))*\s*(?:;\s*)?$/;

/** Matches one parameter with a token or a quoted string as its value. */
const parameter = /;\s*([^=;\s]+)\s*=\s*(?:([^";\s]+)|"([^"\\]*(?:\\.[^"\\]*)*)")/g;

/**
 * Reports whether a string consists of media type parameters. A parameter may be repeated only with
 * the same value.
 */
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

/**
 * Returns the media type of a request body; JSON if the request has no Content-Type. Returns
 * undefined for a type that is not among `types` or has invalid parameters.
 */
export function mediaTypeOf(contentType: string | undefined, types = allMediaTypes): MediaType | undefined {
  if (contentType === undefined || contentType === "") return "application/json";
  const end = contentType.indexOf(";");
  if (end >= 0 && !areParameters(contentType.slice(end))) return undefined;
  const essence = essenceOf(contentType);
  return types.find((mediaType) => mediaType === essence);
}

/** Returns a media type without its parameters, in lower case. */
export function essenceOf(contentType: string | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
