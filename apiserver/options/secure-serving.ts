import { readFile } from "node:fs/promises";
import type { ListenerOptions } from "../http/listener.js";
import { standaloneCertificates } from "../certificates/standalone.js";
import type { StandaloneCertificates } from "../certificates/standalone.js";

/** Where and with which certificates a server listens; every field is the flag of its name. */
export interface SecureServingOptions {
  readonly bindAddress: string;
  readonly securePort: number;
  /** Where the serving pair is, or is made; the data directory where empty. */
  readonly certDir: string;
  readonly tlsCertFile: string;
  readonly tlsPrivateKeyFile: string;
  /** Clients that this authority vouches for are let in. Where empty, one is made in the data directory. */
  readonly clientCaFile: string;
}

export function validateSecureServing(options: SecureServingOptions): string[] {
  const errors: string[] = [];
  if (!Number.isInteger(options.securePort) || options.securePort < 0 || options.securePort > 65_535) {
    errors.push(`--secure-port ${options.securePort} must be between 0 and 65535, inclusive`);
  }
  if ((options.tlsCertFile === "") !== (options.tlsPrivateKeyFile === "")) {
    errors.push("--tls-cert-file and --tls-private-key-file must be given together");
  }
  return errors;
}

export interface ServingMaterial {
  readonly listener: ListenerOptions;
  /** By which clients know the server: its authority, or where the pair was given, the certificate itself. */
  readonly trust: string;
  readonly standalone: StandaloneCertificates;
}

/** Reads the certificates that were named, and makes those that were not. @throws Error for a file that can't be read */
export async function servingMaterial(options: SecureServingOptions, dataDir: string): Promise<ServingMaterial> {
  const certDir = options.certDir === "" ? dataDir : options.certDir;
  const standalone = await standaloneCertificates(dataDir, certDir, hostsOf(options.bindAddress));
  const isGiven = options.tlsCertFile !== "";
  const serving = isGiven
    ? { certificate: await readFile(options.tlsCertFile, "utf8"), key: await readFile(options.tlsPrivateKeyFile, "utf8") }
    : standalone.serving;
  // The administrator's own certificate stays good beside those of an authority that was given.
  const given = options.clientCaFile === "" ? "" : await readFile(options.clientCaFile, "utf8");
  return {
    listener: {
      ...serving,
      clientCA: `${standalone.authority.certificate}${given}`,
      bindAddress: options.bindAddress,
      port: options.securePort,
    },
    trust: isGiven ? serving.certificate : standalone.authority.certificate,
    standalone,
  };
}

/** How a client on the same machine reaches the server. */
export function clientHost(bindAddress: string): string {
  return bindAddress === "0.0.0.0" || bindAddress === "::" ? "127.0.0.1" : bindAddress;
}

function hostsOf(bindAddress: string): readonly string[] {
  return [...new Set(["localhost", "127.0.0.1", clientHost(bindAddress)])];
}

