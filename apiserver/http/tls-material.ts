import { constants } from "node:crypto";
import { createSecureContext, type SecureContext, type SecureContextOptions } from "node:tls";
import type { ClientAuthorities } from "./trusted-authorities.js";

/** A certificate with its intermediate certificates, and its key; both PEM. */
export interface ServingPair {
  readonly certificate: string;
  readonly key: string;
}

/** Certificates of a server, and the CAs that it trusts. */
export interface TLSMaterial extends ClientAuthorities {
  readonly pair: ServingPair;
  /**
   * Additional certificates with their keys and host names. Host names are in lower case. `*.` at
   * the beginning of a host name matches one label. Exact host names take precedence. If several
   * certificates match equally, the first one is used.
   */
  readonly named: readonly NamedServingPair[];
}

export interface NamedServingPair extends ServingPair {
  readonly names: readonly string[];
}

/** TLS settings other than certificates. */
export type TLSSettings = Pick<SecureContextOptions, "minVersion" | "ciphers" | "ecdhCurve">;

/**
 * The certificates as Node's TLS contexts. They are converted once, and all connections share them.
 */
export interface SecureContexts {
  readonly options: SecureContextOptions;
  /** Returns the TLS context for a host name; undefined for the default certificate. */
  find(host: string): SecureContext | undefined;
}

/**
 * Renegotiation is disabled, because a second handshake could change the client certificate of a
 * connection after its identity was read. Session resumption is disabled, because a resumed session
 * contains the client's certificate without its intermediate CAs. The server could then not find
 * out which trusted CA has issued the certificate.
 */
const secureOptions = constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET;

/**
 * Converts certificates and keys to Node's TLS contexts.
 * @throws Error for a key that does not match its certificate
 */
export function secureContexts(
  { pair, named, clientCA, frontProxyCA = "" }: TLSMaterial,
  settings: TLSSettings,
): SecureContexts {
  // Without this option, Node would trust the public CAs of its own list.
  const ca = [clientCA, frontProxyCA].filter((pem) => pem !== "");
  const common = { ...settings, secureOptions, ca };
  const optionsOf = ({ certificate, key }: ServingPair): SecureContextOptions => ({
    ...common,
    cert: certificate,
    key,
  });
  const contexts = named.map((entry) => ({ names: entry.names, context: createSecureContext(optionsOf(entry)) }));
  return {
    options: optionsOf(pair),
    find: (host) => {
      const name = host.toLowerCase();
      const wildcard = name.replace(/^[^.]+/, "*");
      const fits = (wanted: string) => contexts.find(({ names }) => names.includes(wanted))?.context;
      return fits(name) ?? fits(wildcard);
    },
  };
}
