import type { Readable } from "node:stream";
import { newRequestEntityTooLarge } from "../errors/index.js";

/** Reads a request's body to its end. @throws StatusError 413 as soon as it is longer than `limit` bytes */
export async function readBody(stream: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw newRequestEntityTooLarge(`limit is ${limit}`);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
