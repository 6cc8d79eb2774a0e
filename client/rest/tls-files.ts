import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { TLSConfig } from "./client-config.js";

/**
 * How long certificates that were read from files are used before they are looked at again, in
 * milliseconds: as tokens are.
 */
const age = 60_000;

/** A client's certificates as their files have them now. */
export class TLSFiles {
  #current: TLSConfig;
  #hasRead = false;
  #lookAt = 0;
  #looking: Promise<void> | undefined;

  constructor(tls: TLSConfig) {
    this.#current = tls;
  }

  /**
   * The same value until a file has changed. @throws Error where one can't be read, or is no pair
   * with another, and nothing was given or read before
   */
  async current(): Promise<TLSConfig> {
    if (Date.now() >= this.#lookAt && filesOf(this.#current).length > 0) await (this.#looking ??= this.#look());
    return this.#current;
  }

  /**
   * With the next request the files are read: what there is was refused, or did not believe the
   * server.
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
      // Half of a pair is written, perhaps. What there was may be good yet.
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

/** Whether what is in files was given as text, too. */
function isWhole({ ca, caFile, certificate, certificateFile, key, keyFile }: TLSConfig): boolean {
  return (
    (caFile === undefined || ca !== undefined) &&
    (certificateFile === undefined || certificate !== undefined) &&
    (keyFile === undefined || key !== undefined)
  );
}

/** @throws Error for what can't be used */
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
 * A file that is empty, as one is that is about to be written, would mean the authorities of the
 * whole world. @throws Error for one without a certificate
 */
function requireCertificate(text: string, file: string): void {
  try {
    new X509Certificate(text);
  } catch (error) {
    throw new Error(`unable to load root certificates: there is no PEM certificate in ${JSON.stringify(file)}`, {
      cause: error,
    });
  }
}
