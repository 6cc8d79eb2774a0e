import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { TLSConfig } from "./client-config.js";

/** Time after which certificate files are read again, in milliseconds. */
const age = 60_000;

/** Reads a client's certificates again when their files change. */
export class TLSFiles {
  #current: TLSConfig;
  #hasRead = false;
  #lookAt = 0;
  #looking: Promise<void> | undefined;

  constructor(tls: TLSConfig) {
    this.#current = tls;
  }

  /**
   * Returns the current certificates. Returns the same object until a file has changed.
   * @throws Error if the files cannot be read the first time and the configuration does not contain
   * all certificates as strings
   */
  async current(): Promise<TLSConfig> {
    if (Date.now() >= this.#lookAt && filesOf(this.#current).length > 0) await (this.#looking ??= this.#look());
    return this.#current;
  }

  /**
   * Makes the next request read the files again. Called when the server has refused the client's
   * certificate, or the client has refused the server's certificate.
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
      // Reading can fail because a file is only partly written. The previous certificates may still
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
 * Reports whether the configuration also contains each certificate or key for which it names a
 * file.
 */
function isWhole({ ca, caFile, certificate, certificateFile, key, keyFile }: TLSConfig): boolean {
  return (
    (caFile === undefined || ca !== undefined) &&
    (certificateFile === undefined || certificate !== undefined) &&
    (keyFile === undefined || key !== undefined)
  );
}

/**
 * Reads the files.
 * @throws Error if a file cannot be read or used
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
  return next;
}

/**
 * Checks the text of a file of authorities. With an empty string, for example of a file that is
 * being written, the client would trust the authorities of the system.
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
