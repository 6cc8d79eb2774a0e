import type { FlagSection, FlagValues } from "./flags/flag.js";
import { alwaysAllowPathProblem } from "../authorization/always-allow-paths.js";
import { choice, durationFlag, stringsFlag, stringFlag } from "./flags/kinds.js";

/** Flags for authorization. */
export const authorizationFlags = {
  heading: "Authorization",
  flags: {
    "authorization-kubeconfig": stringFlag(
      "",
      "kubeconfig of the cluster that decides whether a user may send a request; empty decides without a cluster",
      "file",
    ),
    "authorization-mode": choice(
      ["", "RBAC", "AlwaysAllow"],
      "",
      "who may send requests without a cluster: only administrators if empty; users with the roles in --authorization-rbac-dir; or all clients, even unauthenticated ones",
    ),
    "authorization-rbac-dir": stringFlag(
      "",
      "folder of YAML and JSON files with roles and bindings (rbac.authorization.k8s.io/v1); reloaded when it changes",
      "folder",
    ),
    "authorization-webhook-cache-authorized-ttl": durationFlag(
      "10s",
      "time for which an allowed review of the cluster is reused; 0s for no reuse",
    ),
    "authorization-webhook-cache-unauthorized-ttl": durationFlag(
      "10s",
      "time for which a review of the cluster that does not allow a request is reused; 0s for no reuse",
    ),
    "authorization-always-allow-paths": stringsFlag(
      ["/healthz", "/readyz", "/livez"],
      "paths that all clients may read, except those of resources; a trailing * matches any remainder",
    ),
  },
} satisfies FlagSection;

export type AuthorizationOptions = FlagValues<typeof authorizationFlags.flags>;

/**
 * Returns the problems found in the options, one sentence for each problem.
 * @param isDelegated true if a cluster decides who may send requests
 */
export function validateAuthorization(options: AuthorizationOptions, isDelegated: boolean): string[] {
  const { authorizationMode: mode, authorizationRbacDir: folder, authorizationAlwaysAllowPaths: paths } = options;
  return [
    ...(isDelegated && mode !== ""
      ? [
          "--authorization-mode needs a server that authorizes without a cluster: the cluster of --authorization-kubeconfig, or of the pod, decides about this server",
        ]
      : []),
    ...(mode === "RBAC" && folder === ""
      ? ["--authorization-rbac-dir must be specified with --authorization-mode=RBAC"]
      : []),
    ...(mode !== "RBAC" && folder !== "" ? ["--authorization-rbac-dir needs --authorization-mode=RBAC"] : []),
    ...paths.flatMap((path) => alwaysAllowPathProblem(path) ?? []),
  ];
}
