import {
  accessSync,
  closeSync,
  constants,
  fsync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { removeIfPossible } from "../base/cache-folder.js";
import type { Problem } from "../base/problem.js";
import { failures, type WriteFailure } from "./failures.js";
import { isPending, type FileChange } from "../base/change.js";
import { isBelow } from "../util/is-below.js";
import { temporaryName } from "./temporary.js";

interface Prepared {
  readonly change: FileChange;
  readonly target: string;
  /** Path of the temporary file with the new text; absent if the file is removed. */
  readonly temporary?: string;
}

/**
 * Writes the planned changes, all or none. Each new text is written and flushed to a temporary
 * file. After all temporary files are complete, they are renamed, and then orphans are removed. If
 * the process is killed, it leaves only complete files, and temporary files that the next run
 * removes. If one file fails, the other files are still prepared, so that all failures are
 * reported. In this case no file is replaced, or replaced files are restored.
 * @param emptied folders that are empty after the changes, subfolders first; they are removed too
 */
export async function writeChanges(
  root: string,
  changes: readonly FileChange[],
  emptied: readonly string[] = [],
): Promise<Problem[]> {
  const pending = changes.filter(isPending);
  const prepared: Prepared[] = [];
  const failed: WriteFailure[] = [];
  const made: { readonly first: string; readonly folder: string }[] = [];
  await inTurns(pending, async (change) => {
    const target = join(root, change.path);
    try {
      refuseOutside(root, dirname(target));
      const first = mkdirSync(dirname(target), { recursive: true });
      if (first !== undefined) made.push({ first, folder: dirname(target) });
      if (change.after === undefined) {
        accessSync(dirname(target), constants.W_OK);
        prepared.push({ change, target });
      } else {
        const temporary = join(dirname(target), temporaryName(basename(target), process.pid));
        prepared.push({ change, target, temporary });
        await writeFlushed(temporary, change.after);
      }
    } catch (error) {
      failed.push({ path: change.path, error });
    }
  });
  if (failed.length === 0) failed.push(...(await putInPlace(prepared)));
  if (failed.length > 0) {
    for (const { temporary } of prepared) if (temporary !== undefined) removeIfPossible(temporary);
    for (const { first, folder } of made.toReversed())
      await quietly(() => {
        removeFolders(folder, first);
      });
  } else {
    for (const folder of emptied)
      await quietly(() => {
        rmdirSync(join(root, folder));
      });
  }
  return failures(
    failed,
    pending.map(({ path }) => path),
  );
}

/**
 * Throws an error with the code `OUTSIDE` if a folder is outside of the project after its symbolic
 * links are resolved. The folders need not exist.
 */
function refuseOutside(root: string, folder: string): void {
  if (isBelow(realPathOf(root), realPathOf(folder))) return;
  throw Object.assign(new Error(`${folder} is outside ${root}`), { code: "OUTSIDE" });
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = dirname(folder);
    return parent === folder ? folder : join(realPathOf(parent), basename(folder));
  }
}

/** Removes a folder and its parent folders up to `first`, which is removed too. */
function removeFolders(folder: string, first: string): void {
  rmdirSync(folder);
  if (folder !== first) removeFolders(dirname(folder), first);
}

async function putInPlace(prepared: readonly Prepared[]): Promise<WriteFailure[]> {
  const isRemoval = ({ temporary }: Prepared): number => (temporary === undefined ? 1 : 0);
  const ordered = [...prepared].sort((a, b) => isRemoval(a) - isRemoval(b));
  for (const [index, { change, target, temporary }] of ordered.entries()) {
    try {
      if (temporary === undefined) rmSync(target, { force: true });
      else renameSync(temporary, target);
    } catch (error) {
      for (const done of ordered.slice(0, index)) await quietly(() => putBack(done));
      return [{ path: change.path, error }];
    }
  }
  return [];
}

async function putBack({ change: { before }, target }: Prepared): Promise<void> {
  if (before === undefined) {
    rmSync(target, { force: true });
    return;
  }
  const temporary = join(dirname(target), temporaryName(basename(target), process.pid));
  await writeFlushed(temporary, before);
  renameSync(temporary, target);
}

/** Calls a clean-up function, and ignores its errors. */
async function quietly(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    return;
  }
}

const flush = promisify(fsync);

/**
 * Writes a file and flushes it to the disk. Only the flush is asynchronous, because it waits for
 * the disk. For the other calls, switching to another thread would take longer than the call.
 */
async function writeFlushed(path: string, text: string): Promise<void> {
  const file = openSync(path, "w");
  try {
    writeFileSync(file, text);
    await flush(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Calls `work` for each item. Up to 16 calls run at the same time, because each waits for the disk.
 * The limit exists because the number of open files is limited.
 */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
