/** All of a body as text. */
export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const [first] = chunks;
  if (first === undefined) return "";
  const all = chunks.length === 1 ? Buffer.from(first.buffer, first.byteOffset, first.byteLength) : Buffer.concat(chunks);
  return all.toString("utf8");
}

/** Reads nothing more of a body, and lets its connection go. */
export async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  await iterator.return?.();
}
