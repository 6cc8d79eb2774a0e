import type { FlagSection, FlagValues } from "./flags/flag.js";
import { text } from "./flags/kinds.js";

/** Flags for the authentication of clients. */
export const authenticationFlags = {
  heading: "Authentication",
  flags: {
    "authentication-kubeconfig": text(
      "",
      "kubeconfig of the cluster that reviews bearer tokens and names the authorities of client certificates; empty authenticates without a cluster",
      "file",
    ),
    "client-ca-file": text(
      "",
      "PEM file of authorities whose client certificates are trusted in addition to the server's own; reloaded when it changes",
      "file",
    ),
  },
} satisfies FlagSection;

export type AuthenticationOptions = FlagValues<typeof authenticationFlags.flags>;
