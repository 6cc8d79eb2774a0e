import { constants } from "node:crypto";
import { createSecureContext, type SecureContext, type SecureContextOptions } from "node:tls";

/** A certificate, with those that it needs behind it, and its key; both PEM. */
export interface ServingPair {
  readonly certificate: string;
  readonly key: string;
}

/** What a server shows, and whom it trusts. */
export interface TLSMaterial {
  readonly pair: ServingPair;
  /**
   * Other pairs, each for some host names, in lower case; `*.` in front stands for one label. The
   * first that fits is shown.
   */
  readonly named: readonly NamedServingPair[];
  /**
   * PEM of the authorities whose client certificates are trusted; clients are asked for none if
   * empty.
   */
  readonly clientCA: string;
}

export interface NamedServingPair extends ServingPair {
  readonly names: readonly string[];
}

/** What Node is told beside the certificates. */
export type TLSSettings = Pick<SecureContextOptions, "minVersion" | "ciphers">;

/** The material in Node's form: made once, used for every connection until the next. */
export interface SecureContexts {
  readonly options: SecureContextOptions;
  /** Undefined where the client names no host, or one that has no pair of its own. */
  find(host: string): SecureContext | undefined;
}

/**
 * A second handshake would bring another certificate into a connection whose identity is known
 * already.
 */
const secureOptions = constants.SSL_OP_NO_RENEGOTIATION;

/** @throws Error for a pair that does not fit together */
export function secureContexts({ pair, named, clientCA }: TLSMaterial, settings: TLSSettings): SecureContexts {
  const common = { ...settings, secureOptions, ...(clientCA === "" ? {} : { ca: clientCA }) };
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
