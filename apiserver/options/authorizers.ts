import { durationToMilliseconds } from "@apimachinery/runtime";
import { alwaysAllowPaths } from "../authorization/always-allow-paths.js";
import { named } from "../authorization/named.js";
import { privilegedGroup } from "../authorization/privileged-group.js";
import { byReview } from "../authorization/review/by-review.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { Authorizer } from "../request/authorizer.js";
import type { AuthorizationOptions } from "./authorization.js";
import type { Cluster } from "./cluster.js";

/** Parts of a server's configuration on which its authorization depends. */
export interface AuthorizerConfig {
  readonly options: AuthorizationOptions;
  readonly cluster: Pick<Cluster, "authorization">;
  readonly metrics: ServerMetrics;
}

/** Returns the built-in authorizers of a server, in the order in which they are called. */
export function builtInAuthorizers({ options, cluster, metrics }: AuthorizerConfig): readonly Authorizer[] {
  const local = localAuthorizers(options.authorizationAlwaysAllowPaths);
  if (cluster.authorization === undefined) return local;
  const review = byReview({
    client: cluster.authorization,
    authorizedTTL: durationToMilliseconds(options.authorizationWebhookCacheAuthorizedTtl),
    unauthorizedTTL: durationToMilliseconds(options.authorizationWebhookCacheUnauthorizedTtl),
    onReview: (code, seconds) => {
      metrics.authorization.reviewed(code, seconds);
    },
  });
  return [...local, named("kubernetes.io/webhook", review)];
}

/**
 * Returns the authorizers of every server: members of the administrator's group have all rights,
 * and all clients may read some paths, such as health checks.
 */
export function localAuthorizers(openPaths: readonly string[]): readonly Authorizer[] {
  return [privilegedGroup, alwaysAllowPaths(openPaths)];
}
