import { open, rename, stat, type FileHandle, readdir, rm } from "node:fs/promises";
import { dirname, basename, extname, join } from "node:path";
import type { Logger } from "../../logging/logger.js";
import { makeFolder } from "../../util/make-folder.js";
import type { LineWriter } from "./line-writer.js";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Configuration of a rotated file (Go: lumberjack.Logger). */
export interface RotatingFileConfig extends BackupRules {
  readonly path: string;
  /** Maximum size of the file in bytes; 0 for a file that is not rotated. */
  readonly maxBytes: number;
  readonly log: Logger;
}

interface Waiting {
  readonly line: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A file to which lines are appended. When it reaches its maximum size, it is renamed, and a new
 * file begins. Lines that wait at the same time are written together.
 */
export class RotatingFile implements LineWriter {
  readonly #config: RotatingFileConfig;
  #file: FileHandle;
  #size: number;
  #waiting: Waiting[] = [];
  /**
   * True while lines wait or are being written. The running `#writeWaiting` also writes lines that
   * are added during this time, so it is not called again.
   */
  #isWriting = false;
  #pump: Promise<void> | undefined;
  #tidying: Promise<void> = Promise.resolve();

  private constructor(config: RotatingFileConfig, file: FileHandle, size: number) {
    this.#config = config;
    this.#file = file;
    this.#size = size;
    if (config.maxBytes > 0) this.#tidy();
  }

  /**
   * Opens the file for appending, and creates it with its folder.
   * @throws Error if the file cannot be written
   */
  static async open(config: RotatingFileConfig): Promise<RotatingFile> {
    await makeFolder(dirname(config.path));
    const file = await open(config.path, "a", 0o600);
    return new RotatingFile(config, file, (await file.stat()).size);
  }

  write(line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line: Buffer.from(line, "utf8"), resolve, reject });
      if (!this.#isWriting) this.#pump = this.#writeWaiting();
    });
  }

  async close(): Promise<void> {
    await this.#pump;
    await this.#tidying;
    await this.#file.close();
  }

  async #writeWaiting(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      try {
        if (this.#size > 0 && this.#isFull(batch)) await this.#rotate();
        await this.#append(Buffer.concat(batch.map(({ line }) => line)));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isWriting = false;
  }

  /**
   * Removes and returns the waiting lines that fit into the current file, but at least one line.
   */
  #nextBatch(): readonly Waiting[] {
    const { maxBytes } = this.#config;
    if (maxBytes === 0) return this.#waiting.splice(0);
    let size = this.#size;
    let count = 0;
    for (const { line } of this.#waiting) {
      size += line.length;
      if (count > 0 && size > maxBytes) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  #isFull(batch: readonly Waiting[]): boolean {
    const { maxBytes } = this.#config;
    const added = batch.reduce((sum, { line }) => sum + line.length, 0);
    return maxBytes > 0 && this.#size + added > maxBytes;
  }

  /**
   * Appends lines. After a failed write, such as on a full disk, truncates the file, so that it
   * contains no part of a line.
   */
  async #append(bytes: Buffer): Promise<void> {
    let written = 0;
    try {
      while (written < bytes.length) written += (await this.#file.write(bytes, written)).bytesWritten;
      this.#size += written;
    } catch (error) {
      await this.#file.truncate(this.#size).catch(() => {
        this.#size += written;
      });
      throw error;
    }
  }

  async #rotate(): Promise<void> {
    const { path } = this.#config;
    const { mode } = await this.#file.stat();
    await makeFolder(dirname(path));
    await rename(path, await freeName(path)).catch(ignoreMissing);
    const next = await open(path, "a", mode & 0o777);
    await this.#file.close();
    this.#file = next;
    this.#size = 0;
    this.#tidy();
  }

  #tidy(): void {
    const { path, log } = this.#config;
    this.#tidying = this.#tidying
      .then(() => tidyBackups(path, this.#config))
      .catch((error: unknown) => {
        log(`old files of the audit log ${path} could not be compressed or removed`, error);
      });
  }
}

/** Ignores the error of a missing file: a file that the user has removed need not be renamed. */
function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}

/** Returns the name for the old file. Two files of the same millisecond get different names. */
async function freeName(path: string): Promise<string> {
  for (let time = Date.now(); ; time++) {
    const name = backupName(path, new Date(time));
    const isTaken = await stat(name).then(
      () => true,
      () => false,
    );
    if (!isTaken) return name;
  }
}

/** Rules for the old files of a rotated file. */
interface BackupRules {
  /** Maximum number of old files; 0 for no limit. */
  readonly maxBackups: number;
  /** Maximum age of old files in days, by the time in their names; 0 for no limit. */
  readonly maxDays: number;
  /** True if old files are compressed with gzip. */
  readonly compress: boolean;
}

const gzipped = ".gz";
const day = 24 * 60 * 60 * 1000;

/**
 * Returns the name of an old file: `audit-2024-05-06T07-08-09.123.log` for `audit.log`, in UTC
 * (Go: lumberjack's names).
 */
function backupName(path: string, time: Date): string {
  const { prefix, extension } = partsOf(path);
  return join(dirname(path), `${prefix}${time.toISOString().slice(0, -1).replaceAll(":", "-")}${extension}`);
}

/**
 * Removes the old files that exceed the maximum number or the maximum age. Compresses the remaining
 * old files.
 */
async function tidyBackups(path: string, { maxBackups, maxDays, compress }: BackupRules): Promise<void> {
  if (maxBackups === 0 && maxDays === 0 && !compress) return;
  const oldest = maxDays === 0 ? -Infinity : Date.now() - maxDays * day;
  const kept = new Set<string>();
  for (const { name, time } of await backupsOf(path)) {
    const file = join(dirname(path), name);
    // A compressed file and the file from which it was made count as one file.
    kept.add(name.endsWith(gzipped) ? name.slice(0, -gzipped.length) : name);
    if ((maxBackups > 0 && kept.size > maxBackups) || time < oldest) await rm(file, { force: true });
    else if (compress && !name.endsWith(gzipped)) await compressFile(file);
  }
}

/** Returns the old files, the newest first. */
async function backupsOf(path: string): Promise<readonly { readonly name: string; readonly time: number }[]> {
  const { prefix, extension } = partsOf(path);
  const found = (await readdir(dirname(path))).flatMap((name) => {
    const plain = name.endsWith(gzipped) ? name.slice(0, -gzipped.length) : name;
    if (!plain.startsWith(prefix) || !plain.endsWith(extension)) return [];
    const time = timeOf(plain.slice(prefix.length, plain.length - extension.length));
    return time === undefined ? [] : [{ name, time }];
  });
  return found.sort((a, b) => b.time - a.time);
}

function timeOf(text: string): number | undefined {
  const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})$/.exec(text) ?? [];
  const time = Date.parse(`${date ?? ""}T${hours ?? ""}:${minutes ?? ""}:${seconds ?? ""}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function partsOf(path: string): { readonly prefix: string; readonly extension: string } {
  const extension = extname(path);
  return { prefix: `${basename(path, extension)}-`, extension };
}

/** Compresses a file. The compressed file gets its final name only when it is complete. */
async function compressFile(file: string): Promise<void> {
  const { mode } = await stat(file);
  const part = `${file}${gzipped}.part`;
  await pipeline(createReadStream(file), createGzip(), createWriteStream(part, { mode: mode & 0o777 }));
  await rename(part, `${file}${gzipped}`);
  await rm(file, { force: true });
}
