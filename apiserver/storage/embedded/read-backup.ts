import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { BackupError } from "../errors.js";
import {
  backupFormat,
  decodeEntry,
  entryHead,
  entryKinds,
  entryLength,
  type BackupEntry,
  type BackupHeader,
} from "./backup-format.js";
import { storeFormat } from "./data-directory.js";

/** Maximum length of the second line of a backup, in bytes. */
const longestHeader = 1000;

/** A backup that is open for reading. */
export interface BackupReader {
  readonly header: BackupHeader;
  /**
   * Yields the entries before the end entry. The buffers of an entry are valid only until the next
   * entry.
   * @throws BackupError with the position of the damage
   */
  entries(): AsyncGenerator<BackupEntry>;
  close(): Promise<void>;
}

/**
 * Opens a backup and reads its first two lines.
 * @throws BackupError if the file is not a backup that this program can read
 */
export async function openBackup(file: string): Promise<BackupReader> {
  const handle = await open(file, "r").catch((error: unknown) => {
    throw new BackupError(`${file} can't be read: ${(error as Error).message}`, { cause: error });
  });
  try {
    return await newReader(file, handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function newReader(file: string, handle: FileHandle): Promise<BackupReader> {
  const found = await handle.stat();
  if (!found.isFile()) throw new BackupError(`${file} is not a file`);
  const hash = createHash("sha256");
  const reader = new FileReader(handle, found.size);
  const first = await reader.line(backupFormat.length);
  if (first?.toString("latin1") !== backupFormat) throw new BackupError(`${file} at byte 0: ${foreign(first)}`);
  hash.update(first);
  const second = await reader.line(longestHeader);
  const header = parseHeader(second?.toString("utf8"));
  if (second === undefined || header === undefined)
    throw new BackupError(`${file} at byte ${backupFormat.length}: the header is damaged. Use another backup`);
  if (header.format !== storeFormat.trim())
    throw new BackupError(
      `${file} at byte ${backupFormat.length}: the store of this backup has the format "${header.format}"; this program needs "${storeFormat.trim()}"`,
    );
  hash.update(second);
  return {
    header,
    async *entries() {
      for (;;) {
        const { position } = reader;
        const bytes = await entryBytes(reader);
        if (bytes === undefined)
          throw new BackupError(`${file} at byte ${position}: the backup is incomplete or damaged. Use another backup`);
        const entry = decodeEntry(bytes);
        if (entry === undefined)
          throw new BackupError(
            `${file} at byte ${position}: the entry is damaged: its checksum is wrong. Use another backup`,
          );
        if (entry.kind === entryKinds.end) {
          if (!hash.digest().equals(entry.value))
            throw new BackupError(`${file} at byte ${position}: entries are missing or changed. Use another backup`);
          if (reader.left > 0)
            throw new BackupError(
              `${file} at byte ${reader.position}: data follow the end of the backup. Use another backup`,
            );
          return;
        }
        hash.update(bytes);
        yield entry;
      }
    },
    close: () => handle.close(),
  };
}

async function entryBytes(reader: FileReader): Promise<Buffer | undefined> {
  const head = await reader.peek(entryHead);
  return head === undefined ? undefined : reader.take(entryLength(head));
}

function foreign(line: Buffer | undefined): string {
  const version = /^apimachinery-backup \d+(?=\n$)/.exec(line?.toString("latin1") ?? "")?.[0];
  return version === undefined
    ? "it is not a backup of this program"
    : `it has the format "${version}"; this program needs "${backupFormat.trim()}"`;
}

function parseHeader(line: string | undefined): BackupHeader | undefined {
  try {
    const { format, time } = JSON.parse(line ?? "") as Partial<Record<string, unknown>>;
    return typeof format === "string" && typeof time === "string" ? { format, time } : undefined;
  } catch {
    return undefined;
  }
}

/** Minimum number of bytes that one read of the file requests, except at the end of the file. */
const chunk = 1 << 20;

/** Reads a file from its beginning to its end, in pieces whose lengths the caller chooses. */
class FileReader {
  readonly #handle: FileHandle;
  readonly #size: number;
  #buffer = Buffer.alloc(0);
  /** Position in the file of the first byte of the buffer. */
  #begin = 0;
  /** Number of bytes at the start of the buffer that were taken. */
  #taken = 0;

  /** @param size length of the file; bytes after it are ignored */
  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  /** Number of bytes of the file that were taken. */
  get position(): number {
    return this.#begin + this.#taken;
  }

  /** Number of bytes that were not taken yet. */
  get left(): number {
    return this.#size - this.position;
  }

  /** Returns the next bytes without taking them; undefined if the file has fewer bytes left. */
  async peek(length: number): Promise<Buffer | undefined> {
    if (length > this.left) return undefined;
    if (this.#taken + length > this.#buffer.length && !(await this.#fill(length))) return undefined;
    return this.#buffer.subarray(this.#taken, this.#taken + length);
  }

  /** Takes and returns the next bytes; undefined if the file has fewer bytes left. */
  async take(length: number): Promise<Buffer | undefined> {
    const bytes = await this.peek(length);
    if (bytes !== undefined) this.#taken += length;
    return bytes;
  }

  /**
   * Takes and returns the next line with its line break. If the next `longest` bytes have no line
   * break, takes these bytes. Returns undefined at the end of the file.
   */
  async line(longest: number): Promise<Buffer | undefined> {
    const bytes = await this.peek(Math.min(longest, this.left));
    if (bytes === undefined || bytes.length === 0) return undefined;
    const end = bytes.indexOf("\n");
    return this.take(end < 0 ? bytes.length : end + 1);
  }

  /**
   * Fills the buffer with at least `length` bytes. Returns false if the file ends before, because
   * it became shorter.
   */
  async #fill(length: number): Promise<boolean> {
    const rest = this.#buffer.subarray(this.#taken);
    const next = Buffer.allocUnsafe(Math.max(length, Math.min(chunk, this.left)));
    next.set(rest);
    this.#begin += this.#taken;
    this.#taken = 0;
    let filled = rest.length;
    while (filled < length) {
      const { bytesRead } = await this.#handle.read(next, filled, next.length - filled, this.#begin + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#buffer = next.subarray(0, filled);
    return filled >= length;
  }
}
