import { jsonText } from "@apimachinery/runtime";
import type { Status } from "@apimachinery/runtime";
import type { Answer, Headers, HTTPRequest } from "../http/exchange.js";
import type { Negotiated } from "./negotiate.js";
import { negotiateError } from "./negotiate.js";
import { yaml } from "./yaml-library.js";

/** As Kubernetes writes YAML, for readers of YAML 1.1 like its own: there a bare `yes`, `012` or time is no text. */
const yamlOptions = { version: "1.1", sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false, indentSeq: false } as const;

/** A JSON document in the form that was negotiated. */
export function render(text: string, { mediaType, pretty }: Negotiated): string {
  if (mediaType === "application/yaml") return yaml().stringify(JSON.parse(text), yamlOptions);
  return pretty ? jsonText(JSON.parse(text) as object, 2) : `${text}\n`;
}

export function documentAnswer(status: number, text: string, negotiated: Negotiated): Answer {
  return { status, headers: { "content-type": negotiated.mediaType }, body: render(text, negotiated) };
}

/** The answer that a Status is: its own code, and when to come back where it says so. */
export function statusAnswer(request: HTTPRequest, status: Status): Answer {
  const code = status.code ?? 200;
  const answer = documentAnswer(code, jsonText(status), negotiateError(request));
  const headers: Headers = { ...answer.headers };
  const retryAfter = status.details?.retryAfterSeconds ?? 0;
  if (retryAfter > 0) headers["retry-after"] = String(retryAfter);
  if (code === 403) headers["x-content-type-options"] = "nosniff";
  if (code === 413) headers["connection"] = "close";
  return { ...answer, headers };
}
