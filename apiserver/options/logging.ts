import { choice, int } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

export const loggingFormats = ["text", "json"] as const;
export type LoggingFormat = (typeof loggingFormats)[number];

/** What is logged, to standard error. */
export const loggingFlags = {
  heading: "Logs",
  flags: {
    v: int(0, "how much is logged: 0 what an operator must know, 2 steps of the process, 3 every request", "level"),
    "logging-format": choice(loggingFormats, "text", "how lines are written"),
  },
} satisfies FlagSection;

export type LoggingOptions = FlagValues<typeof loggingFlags.flags>;

export function validateLogging({ v }: LoggingOptions): string[] {
  return v < 0 ? ["--v can not be negative value"] : [];
}
