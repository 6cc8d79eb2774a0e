import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { KeyPair } from "./key-pair.js";

/** Reads `<name>.crt` and `<name>.key` of a folder, or makes them and writes them there. Only the owner may read keys. */
export async function readOrCreate(folder: string, name: string, isUsable: (pair: KeyPair) => boolean, create: () => Promise<KeyPair>): Promise<KeyPair> {
  const existing = await readPair(join(folder, `${name}.crt`), join(folder, `${name}.key`));
  if (existing !== undefined && isUsable(existing)) return existing;
  const pair = await create();
  await mkdir(folder, { recursive: true, mode: 0o700 });
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

/** Writes a file that nobody sees half-written, and nobody else may read. */
export async function writeSecret(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, text, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, file);
}
