import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../make-folder.js";
import { isPairOf, type KeyPair } from "./key-pair.js";
import { noOtherReader, noOtherWriter, readOwnFile } from "./own-file.js";

/**
 * Reads `<name>.crt` and `<name>.key` of a folder, or makes them and writes them there. Only the
 * owner may read keys.
 * @throws Error that names the file: it can't be read, is damaged, or other users have access to it
 */
export async function readOrCreate(
  folder: string,
  name: string,
  isUsable: (pair: KeyPair) => boolean,
  create: () => Promise<KeyPair>,
): Promise<KeyPair> {
  const existing = await readUsable(join(folder, `${name}.crt`), join(folder, `${name}.key`), isUsable);
  if (existing !== undefined) return existing;
  const pair = await create();
  await makeFolder(folder);
  await writeSecret(join(folder, `${name}.key`), pair.key);
  await writeSecret(join(folder, `${name}.crt`), pair.certificate);
  return pair;
}

/** @returns undefined where one of the two does not exist, or they are to be made again */
async function readUsable(
  certificateFile: string,
  keyFile: string,
  isUsable: (pair: KeyPair) => boolean,
): Promise<KeyPair | undefined> {
  const certificate = await readOwnFile(certificateFile, noOtherWriter);
  const key = await readOwnFile(keyFile, noOtherReader);
  if (certificate === undefined || key === undefined) return undefined;
  const pair = { certificate: certificate.text, key: key.text };
  const remedy = `Remove ${certificateFile} and ${keyFile}: the server makes new ones, and clients need its new kubeconfig`;
  if (
    !judged(
      () => isUsable(pair),
      (reason) => `${certificateFile} is not a certificate (PEM): ${reason}. ${remedy}`,
    )
  )
    return undefined;
  if (
    !judged(
      () => isPairOf(pair),
      (reason) => `${keyFile} is not a private key (PEM): ${reason}. ${remedy}`,
    )
  ) {
    throw new Error(`${keyFile} is not the key of ${certificateFile}. ${remedy}`);
  }
  const problem = key.problem ?? certificate.problem;
  if (problem !== undefined) throw new Error(problem);
  return pair;
}

function judged(judge: () => boolean, messageOf: (reason: string) => string): boolean {
  try {
    return judge();
  } catch (error) {
    throw new Error(messageOf((error as Error).message), { cause: error });
  }
}

/**
 * Writes a file that no reader sees half-written, and no other user may read. Where that fails,
 * nothing is left of it.
 */
export async function writeSecret(file: string, text: string): Promise<void> {
  // Another user can't have prepared a file of this name, nor a link.
  const temporary = `${file}.${randomBytes(12).toString("hex")}.new`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    try {
      await handle.chmod(0o600);
      await handle.writeFile(text);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
