import { defaultOptions, parseServerOptions, serverFlags } from "@apimachinery/apiserver";
import { describe, expect, test } from "vitest";
import { absenceOf } from "../../apiserver/options/flags/absent.js";

const own = { securePort: 8443, dataDir: "kitchen.local", etcdPrefix: "/registry/kitchen" };

interface Outcome {
  readonly options?: ReturnType<typeof defaultOptions>;
  readonly exitCode?: number;
  readonly out: string;
  readonly err: string;
}

function parse(...args: readonly string[]): Outcome {
  let out = "";
  let err = "";
  const command = { name: "kitchen", description: "Cooks.", version: "v1", ...own };
  const parsed = parseServerOptions(command, args, { out: (text) => (out += text), err: (text) => (err += text) });
  return { ...parsed, out, err };
}

test("without flags the options are valid defaults", () => {
  expect(parse()).toEqual({ options: defaultOptions(own), out: "", err: "" });
});

test("every flag has a help text, and all flags are supported", () => {
  const flags = serverFlags(own).flatMap(({ flags: ofSection }) => Object.entries(ofSection));
  for (const [name, { help }] of flags) expect([name, help.length > 10]).toEqual([name, true]);
  expect(flags.map(([name]) => name).filter((name) => absenceOf(name) !== undefined)).toEqual([]);
  const { out } = parse("-h");
  for (const flag of ["--help", "--help=true"]) expect(parse(flag).out).toBe(out);
  expect(flags.filter(([name]) => !out.includes(`--${name} `)).map(([name]) => name)).toEqual([]);
});

describe("the parser reads values as pflag does", () => {
  test.each([
    ["--secure-port=0", "securePort", 0],
    ["--secure_port=1", "securePort", 1],
    ["--v=3", "v", 3],
    ["-v=4", "v", 4],
    ["--watch-cache=false", "watchCache", false],
    ["--watch-cache=F", "watchCache", false],
    ["--shutdown-send-retry-after", "shutdownSendRetryAfter", true],
    ["--goaway-chance=.001", "goawayChance", 0.001],
    ["--default-watch-cache-size=0", "defaultWatchCacheSize", 0],
    [
      "--watch-cache-sizes=pods#0,pizzas.restaurant.example#5000",
      "watchCacheSizes",
      ["pods#0", "pizzas.restaurant.example#5000"],
    ],
    ["--request-timeout=1h5m", "requestTimeout", "1h5m"],
    [
      "--tls-cipher-suites=TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384",
      "tlsCipherSuites",
      ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"],
    ],
    ["--tls-curve-preferences=23,29", "tlsCurvePreferences", [23, 29]],
    ["--tls-min-version=VersionTLS13", "tlsMinVersion", "VersionTLS13"],
    ["--tls-sni-cert-key=a.crt,a.key:x,y", "tlsSniCertKey", ["a.crt,a.key:x,y"]],
  ])("the parser reads %s", (arg, name, value) => {
    const { options, err } = parse(arg);
    expect([err, options]).toEqual(["", { ...defaultOptions(own), [name]: value }]);
  });

  test("a value can be a separate argument; the last value counts, and lists are joined", () => {
    expect(parse("--secure-port", "1", "--secure-port", "2").options?.securePort).toBe(2);
    const directives = parse(
      "--strict-transport-security-directives=max-age=1",
      "--strict-transport-security-directives=preload",
    );
    expect(directives.options?.strictTransportSecurityDirectives).toEqual(["max-age=1", "preload"]);
    // In `--watch-cache false`, the boolean flag does not take `false` as its value. A flag of
    // another type would.
    expect(parse("--watch-cache", "false").err).toContain('unexpected argument: "false"');
  });
});

test.each([
  ["--enable-priority-and-fairness=false"],
  ["--profiling=false", "--contention-profiling=false", "--contention_profiling=0"],
  ["--feature-gates=", "--feature-gates", "", "--emulated-version=", "--runtime-config=api/all=true"],
  ["--storage-media-type=application/json", "--storage_media_type", "application/json"],
  ["--event-ttl=1h0m0s"],
  ["--http=false", "--insecure-port=0", "--logtostderr", "--alsologtostderr=false", "--log-flush-frequency=5s"],
  ["--permit-port-sharing=false", "--permit-address-sharing", "--tls-curve-preferences="],
  ["--etcd-servers-overrides=", "--debug-socket-path="],
  ["--oidc-issuer-url="],
])("flags that ask for nothing that is missing are accepted: %s", (...args) => {
  expect(parse(...args)).toEqual({ options: defaultOptions(own), out: "", err: "" });
});

describe("the parser reports each invalid argument with its flag", () => {
  test.each([
    ["--secure-port=70000", "--secure-port 70000 must be between 0 and 65535, inclusive"],
    ["--secure-port=x", 'invalid argument "x" for "--secure-port" flag: it must be a whole number'],
    ["--watch-cache=maybe", 'invalid argument "maybe" for "--watch-cache" flag: it must be true or false'],
    ["--request-timeout=5", 'invalid argument "5" for "--request-timeout" flag: time: missing unit in duration "5"'],
    ["--request-timeout=0s", "--request-timeout must be greater than 0"],
    ["--min-request-timeout=0", "--min-request-timeout must be greater than 0"],
    ["--delete-collection-workers=0", "--delete-collection-workers must be greater than 0"],
    ["--max-requests-inflight=-1", "--max-requests-inflight can not be negative value"],
    [
      "--etcd-compaction-interval=600h",
      'invalid argument "600h" for "--etcd-compaction-interval" flag: it must not be longer than 24 days',
    ],
    ["--min-request-timeout=1100000", "--min-request-timeout must not be longer than 12 days"],
    ["--shutdown-delay-duration=-1s", "--shutdown-delay-duration can not be negative value"],
    ["--goaway-chance=0.5", "--goaway-chance can not be less than 0 or greater than 0.02"],
    ["--bind-address=kitchen", '--bind-address "kitchen" must be an IP address'],
    ["--storage-backend=etcd2", 'invalid argument "etcd2" for "--storage-backend" flag: allowed values: '],
    ["--data-dir=", "--data-dir must be specified"],
    ["--default-watch-cache-size=-1", "--default-watch-cache-size must not be negative"],
    [
      "--watch-cache-sizes=pizzas",
      '--watch-cache-sizes has an invalid value: "pizzas", expected resource[.group]#size',
    ],
    [
      "--watch-cache-sizes=pizzas#many",
      '--watch-cache-sizes has an invalid value: "pizzas#many", expected resource[.group]#size',
    ],
    ["--watch-cache-sizes=pizzas#-1", '--watch-cache-sizes must not be negative: "pizzas#-1"'],
    ["--etcd-prefix=x/", '--etcd-prefix "x/" must begin with a slash and not end with one'],
    ["--tls-sni-cert-key=a.crt", '--tls-sni-cert-key "a.crt": expected comma separated certificate and key file paths'],
    ["--tls-cipher-suites=TLS_NONE", "--tls-cipher-suites: unknown TLS_NONE; supported: "],
    ["--tls-cipher-suites=TLS_RSA_WITH_RC4_128_SHA", "--tls-cipher-suites: TLS_RSA_WITH_RC4_128_SHA: Node.js does not"],
    ["--tls-curve-preferences=0", "--tls-curve-preferences: curve preference 0 is out of range (must be 1-65535)"],
    ["--tls-curve-preferences=23,29,23", "--tls-curve-preferences: duplicate curve preference 23"],
    ["--tls-curve-preferences=9999", "--tls-curve-preferences: curve preference 9999 is not supported by Node.js v"],
    ["--tls-curve-preferences=P256", 'invalid argument "P256" for "--tls-curve-preferences" flag: it must be a whole'],
    [
      "--strict-transport-security-directives=age=1",
      "--strict-transport-security-directives invalid, allowed values: max-age=expireTime, includeSubDomains, preload.",
    ],
    ["--cors-allowed-origins=^(", "--cors-allowed-origins has an invalid regular expression: "],
    [
      "--cors-allowed-origins=^https://a",
      '--cors-allowed-origins: "^https://a" does not pin to start/end of host in the origin header',
    ],
    ["--secure-prot=1", "unknown flag: --secure-prot (did you mean --secure-port?)"],
    ["--data=x", "unknown flag: --data (did you mean --data-dir?)"],
    ["--tls-cert=x", "unknown flag: --tls-cert (did you mean --tls-cert-file?)"],
    ["--max-object-bytes=1", "unknown flag: --max-object-bytes (did you mean --max-stored-object-bytes?)"],
    ["--max-stored-object-bytes=0", "--max-stored-object-bytes 0 must be greater than 0"],
    [
      "--max-stored-object-bytes=1Mi",
      'invalid argument "1Mi" for "--max-stored-object-bytes" flag: it must be a whole number',
    ],
    ["--port=8443", "unsupported flag: --port: the server serves HTTPS only, on --secure-port"],
    ["--http=true", "unsupported flag: --http: the server serves HTTPS only, on --secure-port"],
    ["--insecure-port=8080", "unsupported flag: --insecure-port: the server serves HTTPS only"],
    ["--oidc-issuer-url=x", "unsupported flag: --oidc-issuer-url: clients authenticate with certificates"],
    ["--zzzzzzzzz", "unknown flag: --zzzzzzzzz"],
    ["--egress-selector-config-file=x", "unsupported flag: --egress-selector-config-file: "],
    ["--profiling", "unsupported flag: --profiling: "],
    ["--feature-gates=AllAlpha=true", "unsupported flag: --feature-gates: the server has no feature gates"],
    ["--logtostderr=false", "unsupported flag: --logtostderr: the log is written to standard error"],
    ["more", 'unexpected argument: "more"'],
  ])("the error for %s has the reason and the remedy", (arg, problem) => {
    const { exitCode, err, out } = parse(arg);
    expect([exitCode, out, err.startsWith(`error: ${problem}`)], err).toEqual([1, "", true]);
    expect(err.endsWith("\nRun 'kitchen --help' for usage.\n")).toBe(true);
    expect(err.split("\n")).toHaveLength(3);
  });
});
