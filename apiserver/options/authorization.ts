import { list } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

/** Who may do what, where there is no cluster to ask. */
export const authorizationFlags = {
  heading: "Authorization",
  flags: {
    "authorization-always-allow-paths": list(
      ["/healthz", "/readyz", "/livez"],
      "paths, but those of resources, that everybody may ask for; a trailing * makes a prefix",
    ),
  },
} satisfies FlagSection;

export type AuthorizationOptions = FlagValues<typeof authorizationFlags.flags>;
