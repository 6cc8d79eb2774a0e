/**
 * Key and resource of a stored value. AES-GCM authenticates the key. Metrics contain the resource.
 */
export interface ValuePlace {
  /**
   * Key of the value in the storage, as UTF-8. AES-GCM refuses a value that was moved to another
   * key.
   */
  readonly key: Buffer;
  /** Resource of the value, as `resource.group`. */
  readonly resource: string;
}

export interface Decrypted {
  readonly value: Buffer;
  /** Identifies the provider and the encryption key with which the value was encrypted. */
  readonly writer: string;
}

/**
 * Encrypts and decrypts stored values (Go: value.Transformer). The stored bytes and the error
 * messages equal those of k8s.io/apiserver.
 */
export interface Transformer {
  /** Identifies the provider and the encryption key that new values are encrypted with. */
  readonly writer: string;
  encrypt(value: Uint8Array, place: ValuePlace): Buffer;
  /**
   * Decrypts a stored value.
   * @throws Error if decryption fails, for example because the value was encrypted with another key
   */
  decrypt(stored: Buffer, place: ValuePlace): Decrypted;
}
