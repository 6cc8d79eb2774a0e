import type { FlagSection, FlagValues } from "./flags/flag.js";
import { alwaysAllowPathProblem } from "../authorization/always-allow-paths.js";
import { choice, durationFlag, stringsFlag, stringFlag } from "./flags/kinds.js";

/** Flags for authorization. */
export const authorizationFlags = {
  heading: "Authorization",
  flags: {
    "authorization-kubeconfig": stringFlag(
      "",
      "kubeconfig of the cluster that authorizes requests; if empty, the server authorizes requests without a cluster",
      "file",
    ),
    "authorization-mode": choice(
      ["", "RBAC", "AlwaysAllow"],
      "",
      "authorization without a cluster; empty: only administrators may send requests; RBAC: users with roles in --authorization-rbac-dir; AlwaysAllow: all clients, even unauthenticated clients",
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
      "paths, except those of resources, that all clients may read; a trailing * matches any suffix",
    ),
  },
} satisfies FlagSection;

export type AuthorizationOptions = FlagValues<typeof authorizationFlags.flags>;

/**
 * Returns the problems found in the options, one sentence for each problem.
 * @param isDelegated true if the server delegates authorization to a cluster
 */
export function validateAuthorization(options: AuthorizationOptions, isDelegated: boolean): string[] {
  const { authorizationMode: mode, authorizationRbacDir: folder, authorizationAlwaysAllowPaths: paths } = options;
  return [
    ...(isDelegated && mode !== ""
      ? [
          "--authorization-mode cannot be used, because the cluster of --authorization-kubeconfig, or of the pod, authorizes the requests",
        ]
      : []),
    ...(mode === "RBAC" && folder === ""
      ? ["--authorization-rbac-dir must be specified with --authorization-mode=RBAC"]
      : []),
    ...(mode !== "RBAC" && folder !== "" ? ["--authorization-rbac-dir needs --authorization-mode=RBAC"] : []),
    ...paths.flatMap((path) => alwaysAllowPathProblem(path) ?? []),
  ];
}
