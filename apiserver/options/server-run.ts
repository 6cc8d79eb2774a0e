import { durationToMilliseconds } from "@apimachinery/runtime";
import { durationFlag, float, intFlag, stringsFlag, longestTimer, stringFlag, boolFlag } from "./flags/kinds.js";
import { defaultRunConfig } from "../request/run-config.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

/** Flags for the handling of requests and for the shutdown (Go: ServerRunOptions). */
export const serverRunFlags = {
  heading: "Generic",
  flags: {
    "external-hostname": stringFlag(
      "",
      "host name by which clients reach this server, reported in discovery; --bind-address if empty",
    ),
    "request-timeout": durationFlag(
      "1m0s",
      "maximum duration of a request that is not a watch; ?timeout= can shorten it",
    ),
    "min-request-timeout": intFlag(
      1800,
      "minimum duration in seconds of a watch without timeoutSeconds; the actual duration is random, up to twice as long",
      "seconds",
    ),
    "max-requests-inflight": intFlag(400, "maximum number of concurrent read requests except watches; 0 for no limit"),
    "max-mutating-requests-inflight": intFlag(200, "maximum number of concurrent write requests; 0 for no limit"),
    "delete-collection-workers": intFlag(
      defaultRunConfig.deleteCollectionWorkers,
      "number of objects that are deleted at the same time when a collection or a namespace is deleted",
    ),
    "cors-allowed-origins": stringsFlag(
      [],
      "regular expressions for the origins whose web pages may use this server (CORS); each must match the whole origin. //example.com: allows every scheme and port of a host",
    ),
    "strict-transport-security-directives": stringsFlag(
      [],
      "directives of the Strict-Transport-Security header; not sent if empty",
    ),
    "goaway-chance": float(
      0,
      "probability that an HTTP/2 client is asked to reconnect after a request, to spread load over servers; at most 0.02",
    ),
    "livez-grace-period": durationFlag(
      "0s",
      "time after the start in which /livez treats unfinished post-start hooks as finished",
    ),
    "shutdown-delay-duration": durationFlag(
      "0s",
      "time for which the server continues to serve requests after a stop signal, while /readyz fails",
    ),
    "shutdown-send-retry-after": boolFlag(
      false,
      "keep listening during the shutdown, and respond to new requests with Retry-After",
    ),
    "shutdown-watch-termination-grace-period": durationFlag(
      "0s",
      "time over which watches are ended one after another during the shutdown; 0 ends all watches at once",
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
  if (options.deleteCollectionWorkers <= 0) errors.push("--delete-collection-workers must be greater than 0");
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

/**
 * Checks the patterns of --cors-allowed-origins. A pattern without anchors would also allow
 * `good.example.evil.example` (CVE-2022-1996).
 */
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
