import { createHash } from "node:crypto";
import { jsonText } from "@apimachinery/runtime";

/** A document in all forms in which it is served, and the hash by which clients cache it. */
export interface ServedDocument {
  /** Compact JSON without a final newline. */
  readonly text: string;
  /** SHA-512 of the text in upper case hexadecimal, for all forms. */
  readonly hash: string;
  /** Time of creation as an HTTP date. */
  readonly lastModified: string;
  /** Returns the message of gnostic, which is created with the first request for it. */
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
