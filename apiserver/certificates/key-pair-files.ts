import { randomBytes } from "node:crypto";
import { renameSync } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../util/make-folder.js";
import { isPairOf, type KeyPair } from "./key-pair.js";
import { noOtherReader, noOtherWriter, readOwnFile } from "./own-file.js";
import { setTimeout as sleep } from "node:timers/promises";

/** A certificate and its key, stored in a folder as the files `<name>.crt` and `<name>.key`. */
export interface PairOnDisk {
  readonly folder: string;
  readonly name: string;
  /**
   * Reports whether the certificate can be used now. An unusable certificate is replaced if the
   * server created it.
   */
  readonly isUsable: (pair: KeyPair) => boolean;
  /** Reports whether a server created the certificate, in this run or in an earlier one. */
  readonly isOurs: (certificate: string) => boolean;
  readonly create: () => Promise<KeyPair>;
  /**
   * Last part of the error message about missing or damaged files. Explains the effect on users if
   * the server creates new files. Empty if new files have no effect on users.
   */
  readonly effect: string;
  /**
   * Part of an error message that advises the user about a certificate that the server did not
   * create, such as `Renew it`.
   */
  readonly alternative: string;
}

/**
 * Reads a certificate and its key. If neither file exists, or the server must replace them, creates
 * both and writes the files. Several processes can do so at the same time: one of them creates the
 * files. Only the owner may have access to the key. Files that the server did not create are never
 * replaced.
 * @throws Error that names the file and the remedy, if a file is damaged, unreadable, accessible to
 * other users, or not created by this server
 * @throws Error if only one of the two files exists
 */
export async function readOrCreate(pair: PairOnDisk): Promise<KeyPair> {
  let problem: unknown;
  try {
    const existing = await readUsable(pair);
    if (existing !== undefined) return existing;
  } catch (error) {
    // Another process may be writing the files, so the error counts only if it occurs again under
    // the lock.
    problem = error;
  }
  await makeFolder(pair.folder);
  try {
    return await withLock(join(pair.folder, `${pair.name}.lock`), async () => {
      problem = undefined;
      return (await readUsable(pair)) ?? (await create(pair));
    });
  } catch (error) {
    throw problem ?? error;
  }
}

async function create({ folder, name, create }: PairOnDisk): Promise<KeyPair> {
  const { certificate, key } = await create();
  await writeSecrets([
    [join(folder, `${name}.key`), key],
    [join(folder, `${name}.crt`), certificate],
  ]);
  return { certificate, key };
}

/**
 * Returns the certificate and its key; undefined if neither file exists. Also returns undefined if
 * the server must replace files that it created.
 * @throws Error that names the file and the remedy, if a file is missing or damaged, or must not be
 *   used
 */
export async function readUsable(kind: PairOnDisk): Promise<KeyPair | undefined> {
  const certificateFile = join(kind.folder, `${kind.name}.crt`);
  const keyFile = join(kind.folder, `${kind.name}.key`);
  const certificate = await readOwnFile(certificateFile, noOtherWriter);
  const key = await readOwnFile(keyFile, noOtherReader);
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined) throw newMissing(certificateFile, keyFile, kind);
  if (key === undefined) throw newMissing(keyFile, certificateFile, kind);
  const pair = { certificate: certificate.text, key: key.text };
  const remedy = `Remove ${certificateFile} and ${keyFile}: the server creates new ones${kind.effect}`;
  const isUsable = attempt(
    () => kind.isUsable(pair),
    (reason) => `${certificateFile} is not a certificate (PEM): ${reason}. ${remedy}`,
  );
  const isPair = attempt(
    () => isPairOf(pair),
    (reason) => `${keyFile} is not a private key (PEM): ${reason}. ${remedy}`,
  );
  if (!isPair) throw new Error(`${keyFile} is not the key of ${certificateFile}. ${remedy}`);
  if (!isUsable) {
    if (kind.isOurs(pair.certificate)) return undefined;
    throw new Error(
      `${certificateFile} was not created by this server, or is out of date. ${kind.alternative}, or remove ${certificateFile} and ${keyFile}: the server creates new ones${kind.effect}`,
    );
  }
  const problem = key.problem ?? certificate.problem;
  if (problem !== undefined) throw new Error(problem);
  return pair;
}

function newMissing(missing: string, existing: string, { effect }: PairOnDisk): Error {
  return new Error(
    `${missing} is missing, but ${existing} exists. Restore ${missing}, or remove ${existing}: the server creates new ones${effect}`,
  );
}

/**
 * Calls `check` and returns its result. If `check` throws an error, passes the error's message to
 * `messageOf`.
 * @throws Error with the message that `messageOf` returns
 */
function attempt(check: () => boolean, messageOf: (reason: string) => string): boolean {
  try {
    return check();
  } catch (error) {
    throw new Error(messageOf((error as Error).message), { cause: error });
  }
}

/** Writes one file with the guarantees of `writeSecrets`. */
export function writeSecret(file: string, text: string): Promise<void> {
  return writeSecrets([[file, text]]);
}

/**
 * Writes files that only their owner may read. A reader sees either the old content or the complete
 * new content. All new files are complete before the first one replaces an old file, so a killed
 * process rarely leaves one new and one old file. Removes its temporary files if it fails.
 */
async function writeSecrets(files: readonly (readonly [file: string, text: string])[]): Promise<void> {
  const temporaries: [temporary: string, file: string][] = [];
  try {
    for (const [file, text] of files) {
      // The name is random so that another user cannot create a file or a link with this name in
      // advance.
      const temporary = `${file}.${randomBytes(12).toString("hex")}.new`;
      const handle = await open(temporary, "wx", 0o600);
      temporaries.push([temporary, file]);
      try {
        await handle.chmod(0o600);
        await handle.writeFile(text);
      } finally {
        await handle.close();
      }
    }
    for (const [temporary, file] of temporaries) renameSync(temporary, file);
  } catch (error) {
    for (const [temporary] of temporaries) await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Age of a lock file, in milliseconds. An older lock file is removed, because the process that
 * created it was probably killed.
 */
const leftBehind = 10_000;

/** Time between two attempts to get a lock, in milliseconds. */
const pause = 50;

/**
 * Runs a function while it holds a lock: the lock file exists while a process has the lock.
 * Processes that share a folder therefore create the files in it only once. Removes the lock file
 * afterwards. Also removes a lock file that a killed process has left behind.
 * @throws Error of the system if the lock file cannot be created
 */
async function withLock<T>(file: string, run: () => Promise<T>): Promise<T> {
  while (!(await isCreated(file))) {
    await removeIfLeftBehind(file);
    await sleep(pause);
  }
  try {
    return await run();
  } finally {
    await rm(file, { force: true });
  }
}

async function isCreated(file: string): Promise<boolean> {
  try {
    await (await open(file, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function removeIfLeftBehind(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && Date.now() - found.mtimeMs > leftBehind) await rm(file, { force: true });
}
