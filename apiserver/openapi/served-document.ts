import { createHash } from "node:crypto";
import { jsonText } from "@apimachinery/runtime";

/** A document in the forms that it is sent in, with the hash by which clients keep it. */
export interface ServedDocument {
  /** Compact JSON without a final newline. */
  readonly text: string;
  /** SHA-512 of the text in capitals; the other form has the same. */
  readonly hash: string;
  /** When it was made, as HTTP says it. */
  readonly lastModified: string;
  /** As a message of gnostic, made when somebody asks for it. */
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
