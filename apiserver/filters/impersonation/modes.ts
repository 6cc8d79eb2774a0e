import { createHash } from "node:crypto";
import type { User } from "../../request/api-request.js";
import type { AuthorizationAttributes } from "../../request/authorizer.js";
import { Cache, jsonSize } from "../../util/cache.js";
import { authorizeParts, type PermissionCheck } from "./authorize-parts.js";
import { hasOnlyName, nodeOf, runsOnNode, serviceAccountOf } from "./special-users.js";

/** Time for which an allowed impersonation is reused, in milliseconds, as in Go. */
const ttl = 10_000;

/** One of the ways in which a user can be allowed to impersonate another one. */
export interface ImpersonationMode {
  /** Name of the mode, as in the verb `impersonate:<name>`; `legacy` for the verb `impersonate`. */
  readonly name: string;
  /** Verb that allowed the impersonation, for the audit log; empty for the verb `impersonate`. */
  readonly constraint: string;
  /** Reports whether the mode supports the impersonation of `wanted` by `user`. */
  readonly appliesTo: (wanted: User, user: User) => boolean;
  /**
   * Returns the impersonated user, with its groups.
   * @throws StatusError 403 if a permission is missing
   */
  readonly impersonate: (wanted: User, request: AuthorizationAttributes, check: PermissionCheck) => Promise<User>;
}

/** Creates the modes, in the order in which they are tried (Go: allImpersonationModes). */
export function impersonationModes(now?: () => number): readonly ImpersonationMode[] {
  return [
    associatedNode(now),
    constrained("arbitrary-node", (wanted) => hasOnlyName(wanted) && nodeOf(wanted.name) !== undefined, now),
    constrained("serviceaccount", (wanted) => hasOnlyName(wanted) && serviceAccountOf(wanted.name) !== undefined, now),
    constrained("user-info", ({ name }) => nodeOf(name) === undefined && serviceAccountOf(name) === undefined, now),
    {
      name: "legacy",
      constraint: "",
      appliesTo: () => true,
      impersonate: (wanted, { user }, check) =>
        authorizeParts({ verb: "impersonate", isConstrained: false }, check, user, wanted),
    },
  ];
}

/**
 * Creates a mode that needs two permissions: `impersonate:<mode>` for each property of the other
 * user, and `impersonate-on:<mode>:<verb>` for the request itself. Allowed impersonations are
 * cached, refusals are not (Go: impersonationCache).
 */
function constrained(
  name: string,
  appliesTo: ImpersonationMode["appliesTo"],
  now: (() => number) | undefined,
): ImpersonationMode {
  const cache = new Cache<string, User>("impersonations", jsonSize, now);
  /**
   * Returns the user that is cached for `question`. If none is cached, caches and returns the
   * result of `find`.
   * @param question all values on which the result depends
   */
  const cached = async (question: readonly unknown[], find: () => Promise<User>): Promise<User> => {
    // Clients choose most of these values, so they are hashed to save memory.
    const key = createHash("sha256").update(JSON.stringify(question)).digest("base64");
    const known = cache.get(key);
    if (known !== undefined) return known;
    const user = await find();
    cache.set(key, user, ttl);
    return user;
  };
  const verb = `impersonate:${name}`;
  return {
    name,
    constraint: verb,
    appliesTo,
    impersonate: (wanted, { user, info }, check) =>
      cached([user, wanted, info], async () => {
        await check({ user, info: { ...info, verb: `impersonate-on:${name}:${info.verb}` } });
        return cached([user, wanted], () => authorizeParts({ verb, isConstrained: true }, check, user, wanted));
      }),
  };
}

/**
 * Creates the mode in which a service account impersonates the node on which it runs. Permissions
 * are checked for all nodes together, so that the agents of all nodes share the caches.
 */
function associatedNode(now: (() => number) | undefined): ImpersonationMode {
  const mode = constrained("associated-node", () => true, now);
  const anyNode: User = { name: "system:node:any", groups: [], extra: {} };
  return {
    ...mode,
    appliesTo: (wanted, user) => hasOnlyName(wanted) && runsOnNode(user, nodeOf(wanted.name) ?? ""),
    async impersonate(wanted, { user, info }, check) {
      const keys = Object.keys(user.extra).sort();
      const agent: User = { ...user, extra: { "authentication.kubernetes.io/associated-node-keys": keys } };
      const checkAll: PermissionCheck = (attributes) =>
        check(
          attributes.info.verb === mode.constraint
            ? { ...attributes, info: { ...attributes.info, name: "*" } }
            : attributes,
        );
      const found = await mode.impersonate(anyNode, { user: agent, info }, checkAll);
      return { ...found, name: wanted.name };
    },
  };
}
