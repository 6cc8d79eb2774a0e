import { createHash } from "node:crypto";
import { jsonText } from "@apimachinery/runtime";

/** A document in all formats in which it is served, and its hash for the caches of clients. */
export interface ServedDocument {
  /** Compact JSON without a final newline. */
  readonly text: string;
  /** SHA-512 of the JSON text in upper-case hexadecimal. All formats have the same hash. */
  readonly hash: string;
  /** Time at which the document was created, as an HTTP date. */
  readonly lastModified: string;
  /**
   * Returns the document as gnostic's message. The message is created with the first request for
   * it.
   */
  readonly binary: () => Buffer;
}

export function servedDocument<T extends object>(document: T, encode: (document: T) => Uint8Array): ServedDocument {
  const text = jsonText(document);
  let binary: Buffer | undefined;
  return {
    text,
    hash: createHash("sha512").update(text).digest("hex").toUpperCase(),
    lastModified: new Date().toUTCString(),
    binary: () => (binary ??= Buffer.from(encode(document))),
  };
}
