import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Answer, HTTPRequest } from "../http/types.js";

const compress = promisify(gzip);

/** Smaller answers cost more to compress than to send. Kubernetes' defaultGzipThresholdBytes. */
const threshold = 128 * 1024;

/** A large answer as gzip, where the client takes that. Streams are left alone. */
export async function compressed(request: HTTPRequest, answer: Answer): Promise<Answer> {
  const { body } = answer;
  if (typeof body === "function" || Buffer.byteLength(body) <= threshold || !takesGzip(request)) return answer;
  const headers = { ...answer.headers, "content-encoding": "gzip", vary: "Accept-Encoding" };
  return { ...answer, headers, body: await compress(body, { level: 1 }) };
}

/** Whether a client takes compressed answers. */
export function takesGzip(request: HTTPRequest): boolean {
  const codings = (request.header("accept-encoding") ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  return codings.some((coding) => /^gzip\b(?!\s*;\s*q=0(\.0*)?$)/.test(coding));
}
