import { durationToMilliseconds } from "@apimachinery/runtime";
import { duration, float, int, list, longestTimer, text, bool } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

/** How a server treats requests and its end: Go's ServerRunOptions. */
export const serverRunFlags = {
  heading: "Generic",
  flags: {
    "external-hostname": text(
      "",
      "the host name by which clients reach this server, as discovery tells them; --bind-address if empty",
    ),
    "request-timeout": duration("1m0s", "how long a request may take that is no watch; ?timeout= asks for less"),
    "min-request-timeout": int(
      1800,
      "the shortest time in seconds that a watch lives which does not say how long; each draws one of up to twice as much",
      "seconds",
    ),
    "max-requests-inflight": int(
      400,
      "how many requests that read may be answered at once, watches not counted; 0 for any number",
    ),
    "max-mutating-requests-inflight": int(
      200,
      "how many requests that write may be answered at once; 0 for any number",
    ),
    "cors-allowed-origins": list(
      [],
      "regular expressions of the origins whose web pages may use this server; each matches whole origins, where a scheme before // and a port behind : may be left out",
    ),
    "strict-transport-security-directives": list([], "what Strict-Transport-Security says; not sent if empty"),
    "goaway-chance": float(
      0,
      "how likely an HTTP/2 connection is asked to come anew after a request, so that load spreads over servers; up to 0.02",
    ),
    "livez-grace-period": duration("0s", "for how long /livez takes post-start hooks for done that are not"),
    "shutdown-delay-duration": duration(
      "0s",
      "for how long the server goes on serving after it was told to stop, with /readyz failing",
    ),
    "shutdown-send-retry-after": bool(false, "keep listening while requests end, and ask new ones to come again"),
    "shutdown-watch-termination-grace-period": duration(
      "0s",
      "over how long watches are ended at a stop, one after the other; all at once if 0",
    ),
  },
} satisfies FlagSection;

export type ServerRunOptions = FlagValues<typeof serverRunFlags.flags>;

const nonNegative = ["max-requests-inflight", "max-mutating-requests-inflight"] as const;
const hstsProblem =
  "--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload. see https://tools.ietf.org/html/rfc6797#section-6.1 for more information";

export function validateServerRun(options: ServerRunOptions): string[] {
  const limits = {
    "max-requests-inflight": options.maxRequestsInflight,
    "max-mutating-requests-inflight": options.maxMutatingRequestsInflight,
  };
  const durations = {
    "livez-grace-period": options.livezGracePeriod,
    "shutdown-delay-duration": options.shutdownDelayDuration,
    "shutdown-watch-termination-grace-period": options.shutdownWatchTerminationGracePeriod,
  };
  const errors = nonNegative.filter((name) => limits[name] < 0).map((name) => `--${name} can not be negative value`);
  if (durationToMilliseconds(options.requestTimeout) <= 0) errors.push("--request-timeout must be greater than 0");
  if (options.minRequestTimeout <= 0) errors.push("--min-request-timeout must be greater than 0");
  if (options.minRequestTimeout * 2000 > longestTimer)
    errors.push("--min-request-timeout must not be longer than 12 days");
  if (options.goawayChance < 0 || options.goawayChance > 0.02)
    errors.push("--goaway-chance can not be less than 0 or greater than 0.02");
  for (const [name, value] of Object.entries(durations)) {
    if (durationToMilliseconds(value) < 0) errors.push(`--${name} can not be negative value`);
  }
  return [
    ...errors,
    ...hstsProblems(options.strictTransportSecurityDirectives),
    ...corsProblems(options.corsAllowedOrigins),
  ];
}

function hstsProblems(directives: readonly string[]): string[] {
  const isFine = (directive: string) =>
    directive === "includeSubDomains" || directive === "preload" || /^max-age=\d+$/.test(directive);
  return directives.every(isFine) ? [] : [hstsProblem];
}

/** An expression that is not anchored would let in `good.example.evil.example` (CVE-2022-1996). */
function corsProblems(origins: readonly string[]): string[] {
  return origins.flatMap((origin) => {
    if (origin === "") return ["empty value in --cors-allowed-origins"];
    try {
      new RegExp(origin);
    } catch (error) {
      return [`--cors-allowed-origins has an invalid regular expression: ${(error as Error).message}`];
    }
    const isPinned = /\^|\/\//.test(origin) && /\$|:(?!\/\/)/.test(origin);
    return isPinned
      ? []
      : [`--cors-allowed-origins: ${JSON.stringify(origin)} does not pin to start/end of host in the origin header`];
  });
}
