import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Response, HTTPRequest } from "../http/types.js";

const compress = promisify(gzip);

/**
 * Minimum size of a compressed response, in bytes (Go: defaultGzipThresholdBytes). Compressing
 * smaller responses takes longer than sending them.
 */
const threshold = 128 * 1024;

/**
 * Maximum size of an uncompressed body that is kept in memory together with its compressed form, in
 * bytes. Slow clients can read the compressed form for a long time.
 */
export const largestKeptBody = 16 * 1024 * 1024;

/**
 * Compressed bodies by their uncompressed bodies. Responses with the same list share one
 * uncompressed body.
 */
const compressedBodies = new WeakMap<Buffer, Promise<Buffer>>();
/**
 * The uncompressed body of each compressed body. While a response sends a compressed body, this
 * entry keeps the uncompressed body in memory, so that `compressedBodies` does not lose its entry.
 */
const bodies = new WeakMap<Buffer, Buffer>();

/** Compresses a large response with gzip if the client accepts it. Streams stay unchanged. */
export function compressed(request: HTTPRequest, response: Response): Response | Promise<Response> {
  const { body } = response;
  if (typeof body === "function" || Buffer.byteLength(body) <= threshold || !takesGzip(request)) return response;
  return withGzip(response, body);
}

async function withGzip(response: Response, body: string | Buffer): Promise<Response> {
  const headers = { ...response.headers, "content-encoding": "gzip", vary: "Accept-Encoding" };
  return {
    ...response,
    headers,
    body: await (typeof body === "string" || body.length > largestKeptBody ? gzipped(body) : sharedGzip(body)),
  };
}

function sharedGzip(body: Buffer): Promise<Buffer> {
  const known = compressedBodies.get(body);
  if (known !== undefined) return known;
  const shared = gzipped(body);
  compressedBodies.set(body, shared);
  shared.then(
    (bytes) => bodies.set(bytes, body),
    () => compressedBodies.delete(body),
  );
  return shared;
}

function gzipped(body: string | Buffer): Promise<Buffer> {
  return compress(body, { level: 1 });
}

/** Reports whether a client accepts compressed responses. */
export function takesGzip(request: HTTPRequest): boolean {
  const codings = (request.header("accept-encoding") ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  return codings.some((coding) => /^gzip\b(?!\s*;\s*q=0(\.0*)?$)/.test(coding));
}
