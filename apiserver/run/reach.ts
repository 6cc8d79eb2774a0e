import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import type { TLSMaterial } from "../http/tls-material.js";
import { clientHost } from "../options/secure-serving.js";

/** How clients reach a server. */
export interface Reach {
  /** Every address that is served, the one for clients on the same machine first. */
  readonly hosts: readonly string[];
  /** Whether addresses that the machine gets later are served too. */
  readonly isEverywhere: boolean;
  /** The names and addresses in the certificates. */
  readonly names: readonly string[];
  /** The served addresses that no certificate names: clients refuse the server there. */
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
  // An address of a link needs the name of its interface, and is not for URLs.
  const isServed = (address: string) => isIP(address) === 4 || (withIPv6 && !/^fe[89ab]/i.test(address));
  return all.map(({ address }) => address).filter(isServed);
}

/** Names and addresses, without the kinds that OpenSSL prints before them. */
function namesOf({ subjectAltName = "" }: X509Certificate): readonly string[] {
  const entries = subjectAltName.split(", ").filter((entry) => entry !== "");
  return entries.map((entry) => entry.replace(/^(DNS|IP Address):/, ""));
}
