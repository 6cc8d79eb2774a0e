/** Default of `maxResponseBytes`: maximum size of a response, in bytes after decompression. */
export const defaultMaxResponseBytes = 256 * 1024 * 1024;

/**
 * Reads a body as a string.
 * @throws ResponseTooLargeError for a body of more than `limit` bytes; the connection is then
 * released
 */
export async function readText(body: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  return (await readBodyBytes(body, limit)).toString("utf8");
}

/**
 * Reads a body as bytes.
 * @throws ResponseTooLargeError for a body of more than `limit` bytes; the connection is then
 * released
 */
export async function readBodyBytes(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > limit) throw new ResponseTooLargeError(limit);
    chunks.push(chunk);
  }
  const [first] = chunks;
  if (first === undefined) return Buffer.alloc(0);
  return chunks.length === 1 ? Buffer.from(first.buffer, first.byteOffset, first.byteLength) : Buffer.concat(chunks);
}

/** Error for a response, or for an event of a watch, that is larger than the client permits. */
export class ResponseTooLargeError extends Error {
  override readonly name = "ResponseTooLargeError";

  constructor(limit: number) {
    super(`the response of the server is longer than ${limit} bytes (the client's maxResponseBytes)`);
  }
}

/** Stops reading a body and releases its connection. */
export async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  await iterator.return?.();
}
