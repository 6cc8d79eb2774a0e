import { createHash } from "node:crypto";
import type { User } from "../../request/api-request.js";
import { ExpiringCache } from "../../util/expiring-cache.js";

/** Time for which an allowed impersonation is reused, in milliseconds, as in Go. */
const ttl = 10_000;
const size = 8192;

/** Users whose impersonation was allowed (Go: impersonationCache). Refusals are not stored. */
export class ImpersonationCache {
  readonly #users: ExpiringCache<User>;

  /** @param now clock in milliseconds */
  constructor(now?: () => number) {
    this.#users = new ExpiringCache(size, now);
  }

  /**
   * Returns the user that was stored for the same question; otherwise calls `find` and stores its
   * result.
   * @param question all values on which the result depends, as JSON
   */
  async get(question: readonly unknown[], find: () => Promise<User>): Promise<User> {
    // Clients choose most of these values, so they are hashed to save memory.
    const key = createHash("sha256").update(JSON.stringify(question)).digest("base64");
    const known = this.#users.get(key);
    if (known !== undefined) return known;
    const user = await find();
    this.#users.set(key, user, ttl);
    return user;
  }
}
