import type { FlagSection, FlagValues } from "./flags/flag.js";
import { list, text } from "./flags/kinds.js";

/** Flags for authorization. */
export const authorizationFlags = {
  heading: "Authorization",
  flags: {
    "authorization-kubeconfig": text(
      "",
      "kubeconfig of the cluster that decides whether a user may send a request; empty decides without a cluster",
      "file",
    ),
    "authorization-always-allow-paths": list(
      ["/healthz", "/readyz", "/livez"],
      "paths that all clients may read, except those of resources; a trailing * matches any rest",
    ),
  },
} satisfies FlagSection;

export type AuthorizationOptions = FlagValues<typeof authorizationFlags.flags>;
