import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { boolFlag, choice, each, intFlag, ints, stringsFlag, stringFlag } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";

/** TLS versions. The keys are Go's names, the values are Node's names. */
const tlsVersions = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
} as const;
type TLSVersionName = keyof typeof tlsVersions;
const tlsVersionNames = Object.keys(tlsVersions) as readonly TLSVersionName[];

/**
 * Cipher suites. The keys are the IANA names that Go uses; the values are OpenSSL's names. Cipher
 * suites of TLS 1.3 have the same name in both.
 */
export const cipherSuites: Readonly<Record<string, string>> = {
  TLS_AES_128_GCM_SHA256: "TLS_AES_128_GCM_SHA256",
  TLS_AES_256_GCM_SHA384: "TLS_AES_256_GCM_SHA384",
  TLS_CHACHA20_POLY1305_SHA256: "TLS_CHACHA20_POLY1305_SHA256",
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: "ECDHE-ECDSA-AES128-GCM-SHA256",
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: "ECDHE-ECDSA-AES256-GCM-SHA384",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: "ECDHE-ECDSA-CHACHA20-POLY1305",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-ECDSA-CHACHA20-POLY1305",
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: "ECDHE-ECDSA-AES128-SHA",
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: "ECDHE-ECDSA-AES256-SHA",
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: "ECDHE-RSA-AES128-GCM-SHA256",
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: "ECDHE-RSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: "ECDHE-RSA-CHACHA20-POLY1305",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-RSA-CHACHA20-POLY1305",
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: "ECDHE-RSA-AES128-SHA",
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: "ECDHE-RSA-AES256-SHA",
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256: "ECDHE-ECDSA-AES128-SHA256",
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256: "ECDHE-RSA-AES128-SHA256",
  TLS_RSA_WITH_AES_128_GCM_SHA256: "AES128-GCM-SHA256",
  TLS_RSA_WITH_AES_256_GCM_SHA384: "AES256-GCM-SHA384",
  TLS_RSA_WITH_AES_128_CBC_SHA: "AES128-SHA",
  TLS_RSA_WITH_AES_128_CBC_SHA256: "AES128-SHA256",
  TLS_RSA_WITH_AES_256_CBC_SHA: "AES256-SHA",
};

/** Cipher suites of Go that Node's OpenSSL does not contain, because they are insecure. */
const insecureSuite = /_(RC4_128|3DES_EDE_CBC)_SHA$/;

/** Names of the cipher suites of TLS 1.3. */
const tls13Suites = Object.keys(cipherSuites).filter((name) => !name.includes("_WITH_"));

/**
 * Key exchanges in order of preference. The keys are the numbers that TLS and Go use; the values
 * are OpenSSL's names. The last key exchange needs OpenSSL 3.5, which Node.js 24 contains.
 */
const curves: ReadonlyMap<number, string> = new Map([
  [4588, "X25519MLKEM768"],
  [29, "X25519"],
  [23, "prime256v1"],
  [24, "secp384r1"],
  [25, "secp521r1"],
]);

/** Flags for the address and the certificates of a server. */
export const secureServingFlags = {
  heading: "Secure serving",
  flags: {
    "bind-address": stringFlag("0.0.0.0", "address to listen on; 0.0.0.0 or :: for all", "ip"),
    "secure-port": intFlag(443, "port for HTTPS; 0 for any free port", "port"),
    "cert-dir": stringFlag(
      "",
      "folder in which the server creates its serving certificate if --tls-cert-file is not given; the folder of --data-dir if empty",
      "folder",
    ),
    "tls-cert-file": stringFlag(
      "",
      "PEM file of the serving certificate and its intermediate certificates; reloaded when it changes",
      "file",
    ),
    "tls-private-key-file": stringFlag("", "PEM file of the key of --tls-cert-file", "file"),
    "tls-sni-cert-key": each(
      "further certificate with its key, and the host names for which it is used (they can begin with *.); default: the names of the certificate. Can be given several times",
      "file,file[:name,...]",
    ),
    "tls-cipher-suites": stringsFlag([], "cipher suites by their IANA names; Node's defaults if empty"),
    "tls-curve-preferences": ints(
      "key exchanges by their numbers in TLS: 23 (P-256), 24 (P-384), 25 (P-521), 29 (X25519), 4588 (X25519MLKEM768, with Node.js 24); the order is ignored. Node's defaults if empty",
    ),
    "tls-min-version": choice<TLSVersionName | "">(
      ["", ...tlsVersionNames],
      "",
      "minimum TLS version; VersionTLS12 by default",
    ),
    "disable-http2-serving": boolFlag(false, "serve HTTP/1.1 only"),
    "http2-max-streams-per-connection": intFlag(
      1000,
      "maximum number of concurrent requests on an HTTP/2 connection; 100 if 0",
    ),
    "permit-port-sharing": boolFlag(
      false,
      "several processes can listen on the same address and port (SO_REUSEPORT); needs Node.js 22.12 or later, but not 23.0",
    ),
  },
} satisfies FlagSection;

export type SecureServingOptions = FlagValues<typeof secureServingFlags.flags>;

export function validateSecureServing(options: SecureServingOptions): string[] {
  const errors: string[] = [];
  if (isIP(options.bindAddress) === 0)
    errors.push(`--bind-address ${JSON.stringify(options.bindAddress)} must be an IP address`);
  if (options.securePort < 0 || options.securePort > 65_535)
    errors.push(`--secure-port ${options.securePort} must be between 0 and 65535, inclusive`);
  if ((options.tlsCertFile === "") !== (options.tlsPrivateKeyFile === "")) {
    errors.push("--tls-cert-file and --tls-private-key-file must be given together");
  }
  for (const value of options.tlsSniCertKey) {
    if (parseNamedPair(value) === undefined)
      errors.push(
        `--tls-sni-cert-key ${JSON.stringify(value)}: expected comma separated certificate and key file paths`,
      );
  }
  errors.push(...curveProblems(options.tlsCurvePreferences));
  if (options.permitPortSharing && !canSharePort(process.versions.node))
    errors.push(`--permit-port-sharing needs Node.js 22.12 or later, but not 23.0; this is ${process.version}`);
  const insecure = options.tlsCipherSuites.filter((name) => insecureSuite.test(name));
  if (insecure.length > 0)
    errors.push(`--tls-cipher-suites: ${insecure.join(", ")}: Node.js does not contain these insecure cipher suites`);
  const unknown = options.tlsCipherSuites.filter(
    (name) => !Object.hasOwn(cipherSuites, name) && !insecureSuite.test(name),
  );
  if (unknown.length > 0)
    errors.push(
      `--tls-cipher-suites: unknown ${unknown.join(", ")}; supported: ${Object.keys(cipherSuites).join(", ")}`,
    );
  if (options.http2MaxStreamsPerConnection < 0)
    errors.push("--http2-max-streams-per-connection can not be negative value");
  return errors;
}

/** Files of a certificate and its key, and the host names for which the pair is used. */
export interface NamedPair {
  readonly certFile: string;
  readonly keyFile: string;
  /** Host names for which the pair is used; empty to use the names in the certificate. */
  readonly names: readonly string[];
}

/**
 * Parses a value such as `foo.crt,foo.key:*.foo.com,foo.com`. Returns undefined for an invalid
 * value.
 */
export function parseNamedPair(value: string): NamedPair | undefined {
  const mark = value.lastIndexOf(":");
  const [certFile = "", keyFile = "", ...rest] = (mark < 0 ? value : value.slice(0, mark))
    .split(",")
    .map((part) => part.trim());
  if (certFile === "" || keyFile === "" || rest.length > 0) return undefined;
  const names =
    mark < 0
      ? []
      : value
          .slice(mark + 1)
          .split(",")
          .map((name) => name.trim().toLowerCase());
  return names.includes("") ? undefined : { certFile, keyFile, names };
}

/**
 * Reports whether a version of Node.js supports sharing a port between processes. Other versions
 * ignore the option.
 */
function canSharePort(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
}

/** Returns the problems with the numbers of key exchanges, with Kubernetes' messages. */
function curveProblems(numbers: readonly number[]): readonly string[] {
  return numbers.flatMap((number, index) => {
    const flag = "--tls-curve-preferences";
    const name = curves.get(number);
    if (number <= 0 || number > 65_535)
      return [`${flag}: curve preference ${number} is out of range (must be 1-65535)`];
    if (numbers.indexOf(number) < index) return [`${flag}: duplicate curve preference ${number}`];
    if (name === undefined || !hasCurve(name))
      return [`${flag}: curve preference ${number} is not supported by Node.js ${process.version}`];
    return [];
  });
}

function hasCurve(name: string): boolean {
  try {
    createSecureContext({ ecdhCurve: name });
    return true;
  } catch {
    return false;
  }
}

/** Returns the TLS settings of the options, without the certificates. */
export function tlsSettings({ tlsMinVersion, tlsCipherSuites, tlsCurvePreferences }: SecureServingOptions): {
  readonly minVersion: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
  readonly ciphers?: string;
  readonly ecdhCurve?: string;
} {
  const minVersion = tlsMinVersion === "" ? "TLSv1.2" : tlsVersions[tlsMinVersion];
  // As in Go, a list without cipher suites of TLS 1.3 does not disable TLS 1.3. In Node.js, such a
  // list would disable it, so the cipher suites of TLS 1.3 are added.
  const added = tlsCipherSuites.some((name) => tls13Suites.includes(name)) ? [] : tls13Suites;
  const ciphers = [...added, ...tlsCipherSuites].map((name) => cipherSuites[name] ?? name).join(":");
  const chosen = [...curves].filter(([number]) => tlsCurvePreferences.includes(number)).map(([, name]) => name);
  return {
    minVersion,
    ...(tlsCipherSuites.length > 0 && { ciphers }),
    ...(chosen.length > 0 && { ecdhCurve: chosen.join(":") }),
  };
}

/** Returns the host by which a client on the same machine reaches the server. */
export function clientHost(bindAddress: string): string {
  return bindAddress === "0.0.0.0" || bindAddress === "::" ? "127.0.0.1" : bindAddress;
}
