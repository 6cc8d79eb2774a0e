import type { FlagSection, FlagValues } from "./flags/flag.js";
import { alwaysAllowPathProblem } from "../authorization/always-allow-paths.js";
import { duration, list, text } from "./flags/kinds.js";

/** Flags for authorization. */
export const authorizationFlags = {
  heading: "Authorization",
  flags: {
    "authorization-kubeconfig": text(
      "",
      "kubeconfig of the cluster that decides whether a user may send a request; empty decides without a cluster",
      "file",
    ),
    "authorization-webhook-cache-authorized-ttl": duration(
      "10s",
      "time for which an allowed review of the cluster is reused; 0s for no reuse",
    ),
    "authorization-webhook-cache-unauthorized-ttl": duration(
      "10s",
      "time for which a review of the cluster that does not allow a request is reused; 0s for no reuse",
    ),
    "authorization-always-allow-paths": list(
      ["/healthz", "/readyz", "/livez"],
      "paths that all clients may read, except those of resources; a trailing * matches any rest",
    ),
  },
} satisfies FlagSection;

export type AuthorizationOptions = FlagValues<typeof authorizationFlags.flags>;

export function validateAuthorization({ authorizationAlwaysAllowPaths }: AuthorizationOptions): string[] {
  return authorizationAlwaysAllowPaths.flatMap((path) => alwaysAllowPathProblem(path) ?? []);
}
