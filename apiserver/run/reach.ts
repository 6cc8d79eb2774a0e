import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { TLSMaterial } from "../http/tls-material.js";
import { clientHost } from "../options/secure-serving.js";

/** The addresses of a server. */
export interface Reach {
  /** All served addresses. The first is for clients on the same machine. */
  readonly hosts: readonly string[];
  /** Whether addresses that the machine gets later are served too. */
  readonly isEverywhere: boolean;
  /** The names and addresses in the certificates. */
  readonly names: readonly string[];
  /** The served addresses that no certificate contains. Clients refuse the server there. */
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
  // A link-local address needs the name of its interface, which URLs cannot contain.
  const isServed = (address: string) => isIP(address) === 4 || (withIPv6 && !/^fe[89ab]/i.test(address));
  return all.map(({ address }) => address).filter(isServed);
}

/** Returns names and addresses without the types that OpenSSL prints before them. */
function namesOf({ subjectAltName = "" }: X509Certificate): readonly string[] {
  const entries = subjectAltName.split(", ").filter((entry) => entry !== "");
  return entries.map((entry) => entry.replace(/^(DNS|IP Address):/, ""));
}
