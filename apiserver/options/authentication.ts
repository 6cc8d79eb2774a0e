import { text } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

/** By what clients prove who they are. */
export const authenticationFlags = {
  heading: "Authentication",
  flags: {
    "client-ca-file": text(
      "",
      "authorities whose client certificates are trusted, beside the server's own (PEM); read again when it changes",
      "file",
    ),
  },
} satisfies FlagSection;

export type AuthenticationOptions = FlagValues<typeof authenticationFlags.flags>;
