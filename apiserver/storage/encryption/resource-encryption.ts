import type { StoredKey } from "../storage.js";
import type { Transformer, ValuePlace } from "./transformer.js";
import { bufferOf } from "../../util/buffer-of.js";

/** The encryption of one resource. A new configuration replaces its transformer. */
export class ResourceEncryption {
  readonly resource: string;
  #transformer: Transformer;
  readonly #keys = new Map<string, StoredKey>();

  constructor(resource: string, transformer: Transformer) {
    this.resource = resource;
    this.#transformer = transformer;
  }

  /** State of the encryption key with which new values are encrypted. */
  get storedKey(): StoredKey {
    return this.#keyOf(this.#transformer.writer);
  }

  renew(transformer: Transformer): void {
    this.#transformer = transformer;
  }

  encrypt(key: string, value: Uint8Array): Buffer {
    return this.#transformer.encrypt(value, this.#place(key));
  }

  /**
   * Decrypts a stored value.
   * @param key key of the value in the storage
   * @throws Error if no encryption key of the configuration can decrypt the value
   */
  decrypt(key: string, stored: Uint8Array): { readonly value: Buffer; readonly storedKey: StoredKey } {
    const bytes = bufferOf(stored);
    const { value, writer } = this.#transformer.decrypt(bytes, this.#place(key));
    return { value, storedKey: this.#keyOf(writer) };
  }

  #place(key: string): ValuePlace {
    return { key: Buffer.from(key), resource: this.resource };
  }

  /**
   * Returns the state of an encryption key. All values with the same encryption key share one
   * object, whose `isOutdated` follows the configuration.
   */
  #keyOf(writer: string): StoredKey {
    let key = this.#keys.get(writer);
    if (key === undefined) {
      const isCurrent = () => this.#transformer.writer === writer;
      key = {
        get isOutdated() {
          return !isCurrent();
        },
      };
      this.#keys.set(writer, key);
    }
    return key;
  }
}
