import { dirname, resolve, sep } from "node:path";
import {
  waitForAll,
  readAuthorities,
  readNamedPair,
  readServingPair,
  type PairFiles,
} from "../certificates/serving-files.js";
import { ownCertificates, standaloneCertificates, type StandaloneCertificates } from "../certificates/standalone.js";
import type { SettingsLookup } from "../authentication/settings-lookup.js";
import type { TLSMaterial } from "../http/tls-material.js";
import type { AuthenticationOptions } from "./authentication.js";
import { folderProblem, isSystemError } from "./folder-problem.js";
import { clientHost, parseNamedPair, type NamedPair, type SecureServingOptions } from "./secure-serving.js";
import type { StorageOptions } from "./storage.js";

type Options = SecureServingOptions &
  AuthenticationOptions &
  Pick<StorageOptions, "dataDir"> & { readonly externalHostname: string };

/** The certificates of a server at its start, and a function that reloads them. */
export interface ServingMaterial {
  readonly tls: TLSMaterial;
  /**
   * Certificate in PEM with which clients verify the server: the certificate of the server's CA, or
   * the given serving certificate itself.
   */
  readonly trust: string;
  /**
   * Certificates of a standalone server; undefined for a server whose users are those of a cluster.
   */
  readonly standalone: StandaloneCertificates | undefined;
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
 * Creates the certificates that the user has not given, and combines them with the given ones. A
 * standalone server also trusts its own CA, so that the certificate of its administrator stays
 * valid.
 * @throws Error if a certificate cannot be written
 */
export async function standaloneMaterial(options: Options, given: GivenMaterial): Promise<ServingMaterial> {
  const certDir = certDirOf(options);
  const certificates = standaloneCertificates(options.dataDir, certDir.path, hostsOf(options));
  const standalone = await explained(certificates, [{ flag: "--data-dir", path: options.dataDir }, certDir]);
  const withOwn = ({ pair, clientCA, ...others }: GivenMaterial): TLSMaterial => ({
    ...others,
    pair: pair ?? standalone.serving,
    clientCA: `${standalone.authority.certificate}${clientCA}`,
  });
  return {
    ...materialOf(options, given, withOwn),
    trust: given.pair?.certificate ?? standalone.authority.certificate,
    standalone,
  };
}

/**
 * Returns the certificates of a server whose users are those of a cluster. Creates a serving
 * certificate only if none is given. If the flags contain no CAs, uses the CAs of the cluster.
 * @param lookup settings that the cluster publishes; undefined if they are not used
 * @throws Error if a certificate cannot be written
 */
export async function delegatedMaterial(
  options: Options,
  given: GivenMaterial,
  lookup: SettingsLookup | undefined,
): Promise<ServingMaterial> {
  const certDir = certDirOf(options);
  const own =
    given.pair === undefined
      ? await explained(ownCertificates(certDir.path, certDir.path, hostsOf(options)), [certDir])
      : undefined;
  const withLookup = ({ pair = own?.serving, clientCA, frontProxyCA, named }: GivenMaterial): TLSMaterial => {
    // This cannot occur for a pair that was given at the start: if its files are missing, reading
    // them has failed already.
    if (pair === undefined) throw new Error("the server has no certificate");
    return {
      pair,
      named,
      clientCA: clientCA === "" ? (lookup?.current.clientCA ?? "") : clientCA,
      frontProxyCA: frontProxyCA === "" ? (lookup?.current.requestHeaders?.frontProxyCA ?? "") : frontProxyCA,
    };
  };
  return {
    ...materialOf(options, given, withLookup),
    trust: given.pair?.certificate ?? own?.authority.certificate ?? "",
    standalone: undefined,
  };
}

/** A folder of certificates, and the flag that contains its path. */
interface NamedFolder {
  readonly flag: "--cert-dir" | "--data-dir";
  readonly path: string;
}

function certDirOf({ certDir, dataDir }: Options): NamedFolder {
  return certDir === "" ? { flag: "--data-dir", path: dataDir } : { flag: "--cert-dir", path: certDir };
}

/**
 * Waits for certificates. If a folder cannot be used, replaces the error by one that names the
 * flag.
 * @param folders the folders in the order in which they are created
 */
async function explained<T>(certificates: Promise<T>, folders: readonly NamedFolder[]): Promise<T> {
  return certificates.catch(async (error: unknown) => {
    if (!isSystemError(error)) throw error;
    const folder = folders.find(({ path }) => concerns(path, error.path));
    throw folder === undefined ? error : await folderProblem(folder.flag, folder.path, error);
  });
}

/** Reports whether the path in an error is the folder, a file in it, or a parent folder. */
function concerns(folder: string, failed: string): boolean {
  const [path, missing] = [resolve(folder), resolve(failed)];
  return path === missing || path === dirname(missing) || path.startsWith(`${missing}${sep}`);
}

function materialOf(
  options: Options,
  given: GivenMaterial,
  complete: (given: GivenMaterial) => TLSMaterial,
): Pick<ServingMaterial, "tls" | "files" | "reread"> {
  return {
    tls: complete(given),
    files: [
      options.tlsCertFile,
      options.tlsPrivateKeyFile,
      options.clientCaFile,
      options.requestheaderClientCaFile,
      ...namedPairs(options).flatMap((pair) => [pair.certFile, pair.keyFile]),
    ].filter((file) => file !== ""),
    reread: async () => complete(await readGiven(options)),
  };
}

/** The certificates and CAs that the user has given. */
export interface GivenMaterial extends Omit<TLSMaterial, "pair"> {
  readonly pair: TLSMaterial["pair"] | undefined;
  readonly frontProxyCA: string;
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
  const frontProxyCA =
    options.requestheaderClientCaFile === ""
      ? Promise.resolve("")
      : readAuthorities("--requestheader-client-ca-file", options.requestheaderClientCaFile);
  const named = namedPairs(options).map((entry) => readNamedPair({ ...entry, flags: "--tls-sni-cert-key" }));
  const [ownPair, ownCA, ownProxyCA, ownNamed] = await waitForAll([pair, clientCA, frontProxyCA, waitForAll(named)]);
  return { pair: ownPair, clientCA: ownCA, frontProxyCA: ownProxyCA, named: ownNamed };
}

/**
 * Returns the pairs of --tls-sni-cert-key. As in Go, pairs with host names in the flag precede
 * pairs whose host names are read from their certificates.
 */
function namedPairs({ tlsSniCertKey }: Options): readonly NamedPair[] {
  const pairs = tlsSniCertKey.flatMap((value) => parseNamedPair(value) ?? []);
  return [...pairs.filter(({ names }) => names.length > 0), ...pairs.filter(({ names }) => names.length === 0)];
}

function hostsOf({ bindAddress, externalHostname }: Options): readonly string[] {
  const names = ["localhost", "127.0.0.1", clientHost(bindAddress), externalHostname];
  return [...new Set(names.filter((name) => name !== ""))];
}
