import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../make-folder.js";
import type { KeyPair } from "./key-pair.js";

/** Reads `<name>.crt` and `<name>.key` of a folder, or makes them and writes them there. Only the owner may read keys. */
export async function readOrCreate(folder: string, name: string, isUsable: (pair: KeyPair) => boolean, create: () => Promise<KeyPair>): Promise<KeyPair> {
  const existing = await readPair(join(folder, `${name}.crt`), join(folder, `${name}.key`));
  if (existing !== undefined && isUsable(existing)) return existing;
  const pair = await create();
  await makeFolder(folder);
  await writeSecret(join(folder, `${name}.key`), pair.key);
  await writeSecret(join(folder, `${name}.crt`), pair.certificate);
  return pair;
}

/** @returns undefined where one of the two is not there */
async function readPair(certificateFile: string, keyFile: string): Promise<KeyPair | undefined> {
  try {
    return { certificate: await readFile(certificateFile, "utf8"), key: await readFile(keyFile, "utf8") };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a file that nobody sees half-written, and nobody else may read. Where that fails, nothing is left of it. */
export async function writeSecret(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.new`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await chmod(temporary, 0o600);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
