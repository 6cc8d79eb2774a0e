import { jsonText, type Status } from "@apimachinery/runtime";
import { encodeUnordered } from "@apimachinery/runtime/cbor";
import type { Response, Headers } from "../http/types.js";
import type { APIRequest } from "../request/api-request.js";
import { type Negotiated, negotiateError } from "./negotiate.js";
import { protobufType } from "./media-types.js";
import { protobufDocument } from "./protobuf-document.js";
import { bufferOf } from "../util/buffer-of.js";
import { writeYAMLBody } from "../yaml/body.js";
import { writeYAML } from "../yaml/write-yaml.js";

/**
 * Returns a document of a kind of meta/v1 in the negotiated format. For protobuf, the document must
 * contain its `kind`.
 */
export function render(document: object, negotiated: Negotiated): string | Buffer {
  const { mediaType } = negotiated;
  if (mediaType === "application/cbor") return bufferOf(encodeUnordered(document));
  if (mediaType === protobufType) return protobufDocument(document);
  return renderText(jsonText(document), negotiated);
}

/** Returns a JSON text in a negotiated format that is JSON or YAML. */
export function renderText(text: string, { mediaType, pretty }: Negotiated): string {
  if (mediaType === "application/yaml") return writeYAML(text);
  return pretty ? jsonText(JSON.parse(text) as object, 2) : `${text}\n`;
}

export function renderDocument(status: number, document: object, negotiated: Negotiated): Response {
  return { status, headers: { "content-type": negotiated.mediaType }, body: render(document, negotiated) };
}

/**
 * Returns a response with a JSON text, which can be large, as JSON or YAML. Large YAML is written
 * in a worker thread.
 * @param user name of the user that sent the request
 * @throws StatusError 406 if YAML takes too long or too much memory
 */
export async function largeTextResponse(
  status: number,
  text: string,
  negotiated: Negotiated,
  user: string,
): Promise<Response> {
  const { mediaType } = negotiated;
  const body = mediaType === "application/yaml" ? await writeYAMLBody(text, user) : renderText(text, negotiated);
  return { status, headers: { "content-type": mediaType }, body };
}

/**
 * Returns a response with a Status and its code. Sets `Retry-After` if the Status has
 * `retryAfterSeconds`, and `Connection: close` for the code 413. A Status that is too large for
 * YAML is sent as JSON.
 */
export async function statusResponse(request: APIRequest, status: Status): Promise<Response> {
  const code = status.code ?? 200;
  const negotiated = negotiateError(request, request.hasProtobuf === true);
  const inJSON = () => renderDocument(code, status, { ...negotiated, mediaType: "application/json" });
  const response =
    negotiated.mediaType === "application/yaml"
      ? await largeTextResponse(code, jsonText(status), negotiated, request.user.name).catch(inJSON)
      : renderDocument(code, status, negotiated);
  const headers: Headers = { ...response.headers };
  const retryAfter = status.details?.retryAfterSeconds ?? 0;
  if (retryAfter > 0) headers["retry-after"] = String(retryAfter);
  if (code === 413) headers["connection"] = "close";
  return { ...response, headers };
}
