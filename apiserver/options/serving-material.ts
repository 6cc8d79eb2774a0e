import { dirname } from "node:path";
import {
  allOf,
  readAuthorities,
  readNamedPair,
  readServingPair,
  type PairFiles,
} from "../certificates/serving-files.js";
import { standaloneCertificates, type StandaloneCertificates } from "../certificates/standalone.js";
import type { TLSMaterial } from "../http/tls-material.js";
import type { AuthenticationOptions } from "./authentication.js";
import { folderProblem } from "./folder-problem.js";
import { clientHost, parseNamedPair, type NamedPair, type SecureServingOptions } from "./secure-serving.js";
import type { StorageOptions } from "./storage.js";

type Options = SecureServingOptions &
  AuthenticationOptions &
  Pick<StorageOptions, "dataDir"> & { readonly externalHostname: string };

/** The certificates of a server at its start, and a function that reloads them. */
export interface ServingMaterial {
  readonly tls: TLSMaterial;
  /**
   * PEM certificate with which clients verify the server: the server's authority, or the given
   * certificate itself.
   */
  readonly trust: string;
  readonly standalone: StandaloneCertificates;
  /**
   * Paths of the certificate files that the user has given. The content of the files can change.
   */
  readonly files: readonly string[];
  /**
   * Reads the user's certificate files again.
   * @throws Error if a file cannot be used
   */
  reread(): Promise<TLSMaterial>;
}

/**
 * Creates the certificates that the user has not given, and combines them with the given ones.
 * @throws Error if they cannot be written
 */
export async function servingMaterial(options: Options, given: GivenMaterial): Promise<ServingMaterial> {
  const certDir = options.certDir === "" ? options.dataDir : options.certDir;
  const standalone = await standaloneCertificates(options.dataDir, certDir, hostsOf(options)).catch(
    async (error: unknown) => {
      const { path } = error as NodeJS.ErrnoException;
      if (path === undefined) throw error;
      throw dirname(path) === certDir && certDir !== options.dataDir
        ? await folderProblem("--cert-dir", certDir, error)
        : await folderProblem("--data-dir", options.dataDir, error);
    },
  );
  const withOwn = ({ pair, named, clientCA }: GivenMaterial): TLSMaterial => ({
    pair: pair ?? standalone.serving,
    named,
    // The server's own authority stays trusted in addition to the given ones, so that the
    // administrator's certificate stays valid.
    clientCA: `${standalone.authority.certificate}${clientCA}`,
  });
  return {
    tls: withOwn(given),
    trust: given.pair?.certificate ?? standalone.authority.certificate,
    standalone,
    files: [
      options.tlsCertFile,
      options.tlsPrivateKeyFile,
      options.clientCaFile,
      ...namedPairs(options).flatMap((pair) => [pair.certFile, pair.keyFile]),
    ].filter((file) => file !== ""),
    reread: async () => withOwn(await readGiven(options)),
  };
}

/** The certificates that the user has given. */
export interface GivenMaterial extends Omit<TLSMaterial, "pair"> {
  readonly pair: TLSMaterial["pair"] | undefined;
}

/**
 * Reads the certificates that the user has given.
 * @throws Error with a line for each file that cannot be used
 */
export async function readGiven(options: Options): Promise<GivenMaterial> {
  const files: PairFiles = {
    certFile: options.tlsCertFile,
    keyFile: options.tlsPrivateKeyFile,
    flags: "--tls-cert-file, --tls-private-key-file",
  };
  const pair = files.certFile === "" ? Promise.resolve(undefined) : readServingPair(files);
  const clientCA =
    options.clientCaFile === "" ? Promise.resolve("") : readAuthorities("--client-ca-file", options.clientCaFile);
  const named = namedPairs(options).map((entry) => readNamedPair({ ...entry, flags: "--tls-sni-cert-key" }));
  const [ownPair, ownCA, ownNamed] = await allOf([pair, clientCA, allOf(named)]);
  return { pair: ownPair, clientCA: ownCA, named: ownNamed };
}

function namedPairs({ tlsSniCertKey }: Options): readonly NamedPair[] {
  return tlsSniCertKey.flatMap((value) => parseNamedPair(value) ?? []);
}

function hostsOf({ bindAddress, externalHostname }: Options): readonly string[] {
  const names = ["localhost", "127.0.0.1", clientHost(bindAddress), externalHostname];
  return [...new Set(names.filter((name) => name !== ""))];
}
