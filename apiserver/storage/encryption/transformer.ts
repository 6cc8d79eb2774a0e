/** Place of a value. Transformers authenticate it, and metrics name its resource. */
export interface ValuePlace {
  /**
   * Key of the value in the storage, as UTF-8. A value that was moved to another key is refused.
   */
  readonly key: Buffer;
  /** Resource of the value, as `resource.group`. */
  readonly resource: string;
}

export interface Decrypted {
  readonly value: Buffer;
  /** Identifies the provider and the key that have encrypted the value. */
  readonly writer: string;
}

/**
 * Encrypts and decrypts stored values (Go: value.Transformer). The bytes and the messages of errors
 * are those of k8s.io/apiserver.
 */
export interface Transformer {
  /** Identifies the provider and the key that encrypt values. */
  readonly writer: string;
  encrypt(value: Uint8Array, place: ValuePlace): Buffer;
  /** @throws Error if the value was encrypted with another key, or was changed */
  decrypt(stored: Buffer, place: ValuePlace): Decrypted;
}
