import type { EtcdClient } from "./etcd-client.js";

/** Time between two attempts to read the versions of the members, in milliseconds. */
const retryAfter = 5000;

/** Timeout of one attempt, in milliseconds. */
const timeout = 2000;

/**
 * Checks the versions of etcd's members. Since 3.4.31, 3.5.13 and 3.6, a watch of etcd reports the
 * newest revision only after all events up to this revision (Go: storage/feature).
 */
export class ProgressSupport {
  readonly #client: EtcdClient;
  readonly #onVersions: (versions: readonly string[], isSupported: boolean) => void;
  #isSupported = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param onVersions called once, when the versions of all members are known */
  constructor(client: EtcdClient, onVersions: (versions: readonly string[], isSupported: boolean) => void) {
    this.#client = client;
    this.#onVersions = onVersions;
    void this.#check();
  }

  /**
   * True if watches of all members report the newest revision reliably; false if the watches of a
   * member do not, or as long as the version of a member is unknown.
   */
  get isSupported(): boolean {
    return this.#isSupported;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #check(): Promise<void> {
    const statuses = await this.#client.statuses(timeout);
    if (this.#closed) return;
    const versions = statuses.flatMap((each) => (each.status === "fulfilled" ? [each.value.version] : []));
    if (versions.length === statuses.length) {
      this.#isSupported = versions.every(reportsProgress);
      this.#onVersions(versions, this.#isSupported);
      return;
    }
    this.#timer = setTimeout(() => void this.#check(), retryAfter).unref();
  }
}

/**
 * Reports whether watches of this etcd version report the newest revision only after all events up
 * to this revision.
 */
export function reportsProgress(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  if (major !== 3) return major > 3;
  if (minor === 4) return patch >= 31;
  return minor === 5 ? patch >= 13 : minor > 5;
}
