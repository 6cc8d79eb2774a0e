import { jsonText, type Status } from "@apimachinery/runtime";
import type { Response, Headers } from "../http/types.js";
import type { APIRequest } from "../request/api-request.js";
import { type Negotiated, negotiateError } from "./negotiate.js";
import { cborOfJSON } from "./cbor.js";
import { protobufType } from "./media-types.js";
import { protobufDocument } from "./protobuf-document.js";
import { writeYAMLBody } from "../yaml/body.js";
import { writeYAML } from "../yaml/write-yaml.js";

/** Returns a JSON document in the negotiated format. Only kinds of meta/v1 have protobuf here. */
export function render(text: string, { mediaType, pretty }: Negotiated): string | Buffer {
  if (mediaType === "application/yaml") return writeYAML(text);
  if (mediaType === "application/cbor") return cborOfJSON(text);
  if (mediaType === protobufType) return protobufDocument(text);
  return pretty ? jsonText(JSON.parse(text) as object, 2) : `${text}\n`;
}

export function documentResponse(status: number, text: string, negotiated: Negotiated): Response {
  return { status, headers: { "content-type": negotiated.mediaType }, body: render(text, negotiated) };
}

/**
 * Returns a response with a document that can be large. Large YAML is written in a worker thread.
 * @param user name of the user that sent the request
 * @throws StatusError 406 if YAML takes too long or too much memory
 */
export async function largeDocumentResponse(
  status: number,
  text: string,
  negotiated: Negotiated,
  user: string,
): Promise<Response> {
  const { mediaType } = negotiated;
  if (mediaType !== "application/yaml") return documentResponse(status, text, negotiated);
  return { status, headers: { "content-type": mediaType }, body: await writeYAMLBody(text, user) };
}

/**
 * Returns a response with a Status and its code. Sets `Retry-After` if the Status has
 * `retryAfterSeconds`. A Status that is too large for YAML is sent as JSON.
 */
export async function statusResponse(request: APIRequest, status: Status): Promise<Response> {
  const code = status.code ?? 200;
  const text = jsonText(status);
  const negotiated = negotiateError(request, request.hasProtobuf === true);
  const inJSON = () => documentResponse(code, text, { ...negotiated, mediaType: "application/json" });
  const response = await largeDocumentResponse(code, text, negotiated, request.user.name).catch(inJSON);
  const headers: Headers = { ...response.headers };
  const retryAfter = status.details?.retryAfterSeconds ?? 0;
  if (retryAfter > 0) headers["retry-after"] = String(retryAfter);
  if (code === 413) headers["connection"] = "close";
  return { ...response, headers };
}
