import { durationToMilliseconds } from "@apimachinery/runtime";
import type { RESTClient } from "@apimachinery/client";
import { alwaysAllowPaths } from "../authorization/always-allow-paths.js";
import { minimalObjects } from "../authorization/rbac/default-objects.js";
import { followFolder, type FollowedPolicy } from "../authorization/rbac/follow-folder.js";
import { RolePolicy } from "../authorization/rbac/policy.js";
import { rbacAuthorizer, rulesOfPolicy } from "../authorization/rbac/rbac-authorizer.js";
import type { RuleResolver, UserRules } from "../authorization/rule-resolver.js";
import { byReview } from "../authorization/review/by-review.js";
import type { Log } from "../logging/log.js";
import type { ServerMetrics } from "../metrics/server-metrics.js";
import type { Authorizer } from "../request/authorizer.js";
import type { AuthorizationOptions } from "./authorization.js";
import type { Cluster } from "./cluster.js";

/** Properties of a server's configuration on which its authorization depends. */
export interface AuthorizerConfig {
  readonly options: AuthorizationOptions;
  readonly cluster: Pick<Cluster, "authorization">;
  readonly roles: FollowedPolicy | undefined;
  readonly metrics: ServerMetrics;
}

/**
 * Reads the roles of a server; undefined unless --authorization-mode is RBAC.
 * @throws Error with all problems of the files
 */
export async function openRoles(
  { authorizationMode: mode, authorizationRbacDir: folder }: AuthorizationOptions,
  log: Log,
): Promise<FollowedPolicy | undefined> {
  if (mode === "AlwaysAllow") log.info(0, "--authorization-mode=AlwaysAllow: all clients may send all requests");
  if (mode !== "RBAC") return undefined;
  try {
    return await followFolder(folder, log);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Error(`--authorization-rbac-dir: ${message}`, { cause: error });
  }
}

/** Returns the built-in authorizers of a server, in the order in which they are called. */
export function builtInAuthorizers(config: AuthorizerConfig): readonly Authorizer[] {
  const { options, cluster, roles } = config;
  const local = [privilegedGroup, alwaysAllowPaths(options.authorizationAlwaysAllowPaths)];
  if (cluster.authorization !== undefined) return [...local, delegated(config, cluster.authorization)];
  if (options.authorizationMode === "AlwaysAllow") return [() => "allow"];
  return [...local, namedAuthorizer("rbac", rbacAuthorizer(roles?.current ?? minimalPolicy))];
}

/**
 * Returns the function that lists the rules of a user; undefined if a cluster decides about
 * requests.
 * @param hasOwn true if the definition of the server has authorizers. The function cannot list
 * their rules
 */
export function ruleResolver(
  { options, cluster, roles }: Omit<AuthorizerConfig, "metrics">,
  hasOwn: boolean,
): RuleResolver | undefined {
  if (cluster.authorization !== undefined) return undefined;
  if (options.authorizationMode === "AlwaysAllow") return () => everything;
  const rules = rulesOfPolicy(roles?.current ?? minimalPolicy);
  if (!hasOwn) return rules;
  const unknown = new Error("the server's own authorizers do not support user rule resolution");
  return (user, namespace) => {
    const known = rules(user, namespace);
    return { ...known, errors: [...known.errors, unknown], isIncomplete: true };
  };
}

const everything: UserRules = {
  resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], resourceNames: [] }],
  nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
  errors: [],
  isIncomplete: false,
};

function delegated({ options, metrics }: AuthorizerConfig, client: RESTClient): Authorizer {
  const review = byReview({
    client,
    authorizedTTL: durationToMilliseconds(options.authorizationWebhookCacheAuthorizedTtl),
    unauthorizedTTL: durationToMilliseconds(options.authorizationWebhookCacheUnauthorizedTtl),
    onReview: (code, seconds) => {
      metrics.authorization.reviewed(code, seconds);
    },
  });
  return namedAuthorizer("kubernetes.io/webhook", review);
}

/**
 * Returns the authorizers of a server without a cluster and without roles: members of the
 * administrator's group have all rights, all clients may read some paths, such as health checks,
 * and authenticated users may use discovery.
 */
export function localAuthorizers(openPaths: readonly string[]): readonly Authorizer[] {
  return [privilegedGroup, alwaysAllowPaths(openPaths), rbacAuthorizer(minimalPolicy)];
}

const minimal = new RolePolicy(minimalObjects);
const minimalPolicy = () => minimal;

/**
 * Returns an authorizer that adds a name to the reason of each verdict without an opinion. When the
 * reasons of several authorizers are listed, the names show which authorizer gave which reason (Go:
 * union.NamedAuthorizer).
 */
export function namedAuthorizer(name: string, authorizer: Authorizer): Authorizer {
  return async (attributes) => {
    const verdict = await authorizer(attributes);
    if (typeof verdict === "string" || verdict.decision !== "no opinion" || (verdict.reason ?? "") === "")
      return verdict;
    return { ...verdict, reason: `${name}: ${verdict.reason ?? ""}` };
  };
}

/**
 * Allows every request of users in the group `system:masters`, such as the administrator of a
 * standalone server.
 */
export const privilegedGroup: Authorizer = ({ user }) =>
  user.groups.includes("system:masters") ? "allow" : "no opinion";
