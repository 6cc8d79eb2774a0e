import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { isPairOf } from "./key-pair.js";
import type { NamedServingPair, ServingPair } from "../http/tls-material.js";

/** Paths of a certificate and its key, and the names of their flags for messages. */
export interface PairFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly flags: string;
}

/**
 * Reads a certificate and its key.
 * @throws Error that names the flags and the file, if a file cannot be read, does not contain a
 * certificate or a key, or if the key does not match the certificate
 */
export async function readServingPair({ certFile, keyFile, flags }: PairFiles): Promise<ServingPair> {
  const [certificate, key] = await waitForAll([readNamed(flags, certFile), readNamed(flags, keyFile)]);
  check(`${flags}: ${certFile} is not a certificate (PEM)`, certificate, { cert: certificate });
  check(`${flags}: ${keyFile} is not a private key (PEM)`, key, { key });
  // createSecureContext accepts a key of another algorithm, with which each handshake then fails.
  if (!isPairOf({ certificate, key }))
    throw new Error(`${flags}: ${certFile} and ${keyFile} do not match: private key does not match public key`);
  return { certificate, key };
}

/** @throws Error that begins with `problem` if a string is empty or cannot be used */
function check(problem: string, text: string, options: SecureContextOptions): void {
  // createSecureContext treats an empty string as an absent one. A file is empty for a moment while
  // a program writes it again.
  if (text === "") throw new Error(`${problem}: the file is empty`);
  try {
    createSecureContext(options);
  } catch (error) {
    throw new Error(`${problem}: ${(error as Error).message}${adviceFor(text, "cert" in options)}`, { cause: error });
  }
}

/**
 * Returns advice for a file that cannot be used, to add to the error; empty if the reason is not
 * known.
 */
function adviceFor(text: string, isCertificate: boolean): string {
  const blocks = text.match(/-----BEGIN [^-]+-----/g) ?? [];
  const has = (kind: string) => blocks.some((block) => block.includes(kind));
  if (!isCertificate && /-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(text))
    return ". The key is encrypted: remove its passphrase, for example with openssl pkey";
  if (isCertificate ? has("PRIVATE KEY") && !has("CERTIFICATE") : has("CERTIFICATE") && !has("PRIVATE KEY"))
    return `. The file contains ${isCertificate ? "a private key" : "a certificate"}: were the two files exchanged?`;
  // DER begins with an ASN.1 sequence, whose first byte is 0x30, the character `0`.
  if (blocks.length === 0 && text.startsWith("0"))
    return `. The file is possibly DER: convert it with openssl ${isCertificate ? "x509" : "pkey"} -inform DER`;
  return "";
}

/**
 * Reads a certificate, its key and its host names. If no host names are given, reads them from the
 * certificate.
 */
export async function readNamedPair(
  files: PairFiles & { readonly names: readonly string[] },
): Promise<NamedServingPair> {
  const pair = await readServingPair(files);
  return { ...pair, names: files.names.length > 0 ? files.names : hostNames(pair.certificate) };
}

/**
 * Reads CA certificates as PEM.
 * @throws Error that names the flag and the file, if the file cannot be read or contains no
 * certificate
 */
export async function readAuthorities(flag: string, file: string): Promise<string> {
  const text = await readNamed(flag, file);
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw new Error(`${flag}: ${file} does not contain any certificate`);
  try {
    for (const pem of found) new X509Certificate(pem);
  } catch (error) {
    throw new Error(`${flag}: ${file}: ${(error as Error).message}`, { cause: error });
  }
  return `${found.join("\n")}\n`;
}

/**
 * Waits for all promises.
 * @throws Error with one line for each rejected promise
 */
export async function waitForAll<const T extends readonly Promise<unknown>[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const outcomes = await Promise.allSettled(promises);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Error] : []));
  if (failures.length > 0) throw new Error(failures.map(({ message }) => message).join("\n"), { cause: failures[0] });
  return Promise.all(promises);
}

async function readNamed(flags: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { message } = error as Error;
    // Node's error does not contain the path if the path is a folder.
    throw new Error(`${flags}: ${message.includes(file) ? message : `${file}: ${message}`}`, { cause: error });
  }
}

function hostNames(certificate: string): readonly string[] {
  const names = new X509Certificate(certificate).subjectAltName?.split(", ") ?? [];
  return names.flatMap((name) => (name.startsWith("DNS:") ? [name.slice(4).toLowerCase()] : []));
}
