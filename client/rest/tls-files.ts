import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { TLSConfig } from "./client-config.js";

/**
 * Maximum age of certificates that were read from files, in milliseconds. Older files are read
 * again.
 */
const age = 60_000;

/** Reads the certificates of a client from files, and reads them again every minute. */
export class TLSFiles {
  #current: TLSConfig;
  #hasRead = false;
  #lookAt = 0;
  #looking: Promise<void> | undefined;

  constructor(tls: TLSConfig) {
    this.#current = tls;
  }

  /**
   * Returns the current certificates. The result is the same object until a file changes.
   * @throws Error if the files have never been read successfully and the configuration does not
   * also contain their contents as strings
   */
  async current(): Promise<TLSConfig> {
    if (Date.now() >= this.#lookAt && filesOf(this.#current).length > 0) await (this.#looking ??= this.#look());
    return this.#current;
  }

  /**
   * Makes the next request read the files again. The client calls this after a failed connection
   * and after a response with 401, because the files may contain new certificates.
   */
  expire(): void {
    this.#lookAt = 0;
  }

  async #look(): Promise<void> {
    try {
      const next = await read(this.#current);
      if (JSON.stringify(next) !== JSON.stringify(this.#current)) this.#current = next;
      this.#hasRead = true;
    } catch (error) {
      // Reading can fail while another program writes a file. The previous certificates may still
      // be valid.
      if (!this.#hasRead && !isWhole(this.#current)) throw error;
    } finally {
      this.#lookAt = Date.now() + age;
      this.#looking = undefined;
    }
  }
}

function filesOf({ caFile, certificateFile, keyFile }: TLSConfig): readonly string[] {
  return [caFile, certificateFile, keyFile].filter((file) => file !== undefined);
}

/**
 * Reports whether the configuration contains a string for each certificate and key that it also
 * reads from a file.
 */
function isWhole({ ca, caFile, certificate, certificateFile, key, keyFile }: TLSConfig): boolean {
  return (
    (caFile === undefined || ca !== undefined) &&
    (certificateFile === undefined || certificate !== undefined) &&
    (keyFile === undefined || key !== undefined)
  );
}

/**
 * Reads the files and validates their contents.
 * @throws Error if a file cannot be read or its contents are invalid
 */
async function read(tls: TLSConfig): Promise<TLSConfig> {
  const textOf = async (file: string | undefined, text: string | undefined) =>
    file === undefined ? text : readFile(file, "utf8");
  const [ca, certificate, key] = await Promise.all([
    textOf(tls.caFile, tls.ca),
    textOf(tls.certificateFile, tls.certificate),
    textOf(tls.keyFile, tls.key),
  ]);
  const next = {
    ...tls,
    ...(ca === undefined ? {} : { ca }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(key === undefined ? {} : { key }),
  };
  if (tls.caFile !== undefined) requireCertificate(ca ?? "", tls.caFile);
  createSecureContext({ cert: certificate, key });
  // createSecureContext accepts a key of another algorithm.
  if (certificate !== undefined && key !== undefined && !isPairOf(certificate, key))
    throw new Error("private key does not match public key");
  return next;
}

function isPairOf(certificate: string, key: string): boolean {
  return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
}

/**
 * Checks that a file with CAs contains a certificate. If the file were empty, for example while
 * another program writes it, the client would trust the CAs of the system.
 * @throws Error for a string without a certificate
 */
function requireCertificate(text: string, file: string): void {
  try {
    new X509Certificate(text);
  } catch (error) {
    throw new Error(`unable to load root certificates: ${JSON.stringify(file)} contains no PEM certificate`, {
      cause: error,
    });
  }
}
