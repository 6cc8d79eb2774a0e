import { createHmac, randomBytes } from "node:crypto";
import type { User } from "../../request/api-request.js";
import { Cache, jsonSize } from "../../util/cache.js";
import { sharedCalls } from "../../util/shared-calls.js";
import type { TokenAuthenticator } from "./token-authenticator.js";
import { createReview, type ReviewConfig } from "../../review/create-review.js";
import type { ReviewFields } from "../../review/read-review.js";

interface Result {
  readonly user: User | undefined;
}

export interface CachedTokensConfig {
  /**
   * Time for which the results for accepted and for refused tokens are cached, in milliseconds. 0:
   * results are not cached.
   */
  readonly ttl: number;
  /** Clock of the cache, in milliseconds. Default: the clock of the system. */
  readonly now?: () => number;
}

/**
 * Caches the results of a token authenticator, but no errors (Go: token/cache). Requests with the
 * same token at the same time share one call. The cache contains hashes of the tokens instead of
 * the tokens themselves. The hashes depend on a random secret, so that clients cannot choose cache
 * keys.
 */
export function cachedTokens(authenticate: TokenAuthenticator, { ttl, now }: CachedTokensConfig): TokenAuthenticator {
  const cache = new Cache<string, Result>("tokens", jsonSize, now);
  const shared = sharedCalls<Result>();
  const secret = randomBytes(32);

  const fetch = async (key: string, token: string): Promise<Result> => {
    const result = { user: await authenticate(token) };
    cache.set(key, result, ttl);
    return result;
  };

  return async (token) => {
    const key = createHmac("sha256", secret).update(token).digest("base64");
    const known = cache.get(key);
    if (known !== undefined) return known.user;
    return (await shared(key, () => fetch(key, token))).user;
  };
}

const tokenReview = { group: "authentication.k8s.io", kind: "TokenReview", resource: "tokenreviews" };

/**
 * Authenticates bearer tokens by TokenReviews of a cluster (Go: WebhookTokenAuthenticator). If the
 * review server sends no response, an invalid one, or an error, the authenticator throws an error.
 */
export function byTokenReview(config: ReviewConfig): TokenAuthenticator {
  return (token) => createReview(config, tokenReview, { token }, userOfStatus);
}

function userOfStatus(status: ReviewFields): User | undefined {
  if (!status.boolean("authenticated")) {
    const error = status.text("error");
    if (error !== "") throw new Error(error);
    return undefined;
  }
  const user = status.fields("user");
  const name = user.text("username");
  if (name === "") throw new Error("the token review authenticates a user without a name");
  const uid = user.text("uid");
  return {
    name,
    groups: user.texts("groups"),
    extra: user.textLists("extra"),
    ...(uid === "" ? {} : { uid }),
  };
}
