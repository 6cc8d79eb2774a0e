import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Rules for the old files of a rotated file. */
export interface BackupRules {
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
export function backupName(path: string, time: Date): string {
  const { prefix, extension } = partsOf(path);
  return join(dirname(path), `${prefix}${time.toISOString().slice(0, -1).replaceAll(":", "-")}${extension}`);
}

/**
 * Removes the old files that exceed the maximum number or the maximum age. Compresses the remaining
 * old files.
 */
export async function tidyBackups(path: string, { maxBackups, maxDays, compress }: BackupRules): Promise<void> {
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
