import { jsonText, type Status } from "@apimachinery/runtime";
import type { Response, Headers, HTTPRequest } from "../http/types.js";
import { type Negotiated, negotiateError } from "./negotiate.js";
import { writeYAMLBody } from "../yaml/body.js";
import { writeYAML } from "../yaml/write-yaml.js";

/** A JSON document in the form that was negotiated. */
export function render(text: string, { mediaType, pretty }: Negotiated): string {
  if (mediaType === "application/yaml") return writeYAML(text);
  return pretty ? jsonText(JSON.parse(text) as object, 2) : `${text}\n`;
}

export function documentResponse(status: number, text: string, negotiated: Negotiated): Response {
  return { status, headers: { "content-type": negotiated.mediaType }, body: render(text, negotiated) };
}

/**
 * The same of a document that may be large. @param user who gets it @throws StatusError 406 where
 * it takes too much to write
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
 * The response that a Status is: its own code, and when to come back where it says so. As JSON
 * where YAML takes too much to write.
 */
export async function statusResponse(request: HTTPRequest, status: Status, user: string): Promise<Response> {
  const code = status.code ?? 200;
  const text = jsonText(status);
  const negotiated = negotiateError(request);
  const inJSON = () => documentResponse(code, text, { ...negotiated, mediaType: "application/json" });
  const response = await largeDocumentResponse(code, text, negotiated, user).catch(inJSON);
  const headers: Headers = { ...response.headers };
  const retryAfter = status.details?.retryAfterSeconds ?? 0;
  if (retryAfter > 0) headers["retry-after"] = String(retryAfter);
  if (code === 413) headers["connection"] = "close";
  return { ...response, headers };
}
