import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { TLSMaterial } from "../http/tls-material.js";
import { clientHost } from "../options/secure-serving.js";

/** Addresses at which clients can reach the server. */
export interface Reach {
  /**
   * All host names and addresses at which the server serves. The first one is for clients on the
   * same machine.
   */
  readonly hosts: readonly string[];
  /** True if the server will also serve at addresses that the machine gets later. */
  readonly isEverywhere: boolean;
  /** Host names and addresses in the certificates. */
  readonly names: readonly string[];
  /**
   * Served addresses that are not in any certificate. Clients that use such an address reject the
   * server's certificate.
   */
  readonly unnamed: readonly string[];
}

export function reachOf(bindAddress: string, { pair, named }: TLSMaterial): Reach {
  const isEverywhere = bindAddress === "0.0.0.0" || bindAddress === "::";
  const others = isEverywhere ? addressesOfMachine(bindAddress === "::") : [];
  const hosts = [...new Set([clientHost(bindAddress), ...others])];
  const certificates = [pair, ...named].map(({ certificate }) => new X509Certificate(certificate));
  const unnamed = hosts.filter((host) => !certificates.some((certificate) => certificate.checkIP(host) !== undefined));
  return { hosts, isEverywhere, names: [...new Set(certificates.flatMap(namesOf))], unnamed };
}

function addressesOfMachine(withIPv6: boolean): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  // A link-local address works only together with the name of its network interface, and URLs
  // cannot contain this name.
  const isServed = (address: string) => isIP(address) === 4 || (withIPv6 && !/^fe[89ab]/i.test(address));
  return all.map(({ address }) => address).filter(isServed);
}

/**
 * Returns the host names and addresses of a certificate, without the types that OpenSSL prints
 * before them.
 */
function namesOf({ subjectAltName = "" }: X509Certificate): readonly string[] {
  const entries = subjectAltName.split(", ").filter((entry) => entry !== "");
  return entries.map((entry) => entry.replace(/^(DNS|IP Address):/, ""));
}
