import { isIP } from "node:net";
import { bool, choice, each, int, list, text } from "./flags/kinds.js";
import type { FlagSection, FlagValues } from "./flags/flag.js";
import { cipherSuites, tlsVersionNames, tlsVersions, type TLSVersionName } from "./tls-names.js";

/** Where and with which certificates a server listens. */
export const secureServingFlags = {
  heading: "Secure serving",
  flags: {
    "bind-address": text("0.0.0.0", "the address to listen on; 0.0.0.0 or :: for all", "ip"),
    "secure-port": int(443, "the port to serve HTTPS on; 0 for any that is free", "port"),
    "cert-dir": text(
      "",
      "where the serving certificate is, or is made, if --tls-cert-file is not given; --data-dir if empty",
      "folder",
    ),
    "tls-cert-file": text(
      "",
      "the serving certificate, with those that it needs behind it (PEM); read again when it changes",
      "file",
    ),
    "tls-private-key-file": text("", "the key of --tls-cert-file (PEM)", "file"),
    "tls-sni-cert-key": each(
      "another pair, and the host names for which it is shown, which may begin with *.; those of the certificate if not given. Can be given more than once",
      "file,file[:name,...]",
    ),
    "tls-cipher-suites": list([], "cipher suites by their IANA names; Node's own choice if empty"),
    "tls-min-version": choice<TLSVersionName | "">(
      ["", ...tlsVersionNames],
      "",
      "the least TLS version, VersionTLS12 if not given",
    ),
    "disable-http2-serving": bool(false, "serve HTTP/1.1 only"),
    "http2-max-streams-per-connection": int(
      1000,
      "how many requests a client may have at once on an HTTP/2 connection; Node's own limit if 0",
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
  const unknown = options.tlsCipherSuites.filter((name) => !Object.hasOwn(cipherSuites, name));
  if (unknown.length > 0)
    errors.push(
      `--tls-cipher-suites: unknown ${unknown.join(", ")}; there are ${Object.keys(cipherSuites).join(", ")}`,
    );
  if (options.http2MaxStreamsPerConnection < 0)
    errors.push("--http2-max-streams-per-connection can not be negative value");
  return errors;
}

/** A pair of files, and the host names for which it is shown. */
export interface NamedPair {
  readonly certFile: string;
  readonly keyFile: string;
  /** Empty: those that the certificate itself has. */
  readonly names: readonly string[];
}

/** Reads `foo.crt,foo.key:*.foo.com,foo.com`. Undefined where it is nothing like it. */
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

/** What Node's TLS is told beside the certificates. */
export function tlsSettings({ tlsMinVersion, tlsCipherSuites }: SecureServingOptions): {
  readonly minVersion: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
  readonly ciphers?: string;
} {
  const minVersion = tlsMinVersion === "" ? "TLSv1.2" : tlsVersions[tlsMinVersion];
  return tlsCipherSuites.length === 0
    ? { minVersion }
    : { minVersion, ciphers: tlsCipherSuites.map((name) => cipherSuites[name] ?? name).join(":") };
}

/** How a client on the same machine reaches the server. */
export function clientHost(bindAddress: string): string {
  return bindAddress === "0.0.0.0" || bindAddress === "::" ? "127.0.0.1" : bindAddress;
}
