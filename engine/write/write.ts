import { constants } from "node:fs";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Problem } from "../problem.js";
import { isPending, type FileChange } from "./change.js";
import { temporaryName } from "./temporary.js";

interface Prepared {
  readonly change: FileChange;
  readonly target: string;
  /** Absent where the file is removed. */
  readonly temporary?: string;
}

/**
 * Brings the disk to what was planned. Every file is first written under a temporary name and flushed, and
 * only when all are there are they renamed, orphans removed last: whoever is killed in between leaves whole files,
 * and temporary ones that the next run removes. Where one fails, the others are put back.
 */
export async function writeChanges(root: string, changes: readonly FileChange[]): Promise<Problem[]> {
  const prepared: Prepared[] = [];
  const problems: Problem[] = [];
  await inTurns(changes.filter(isPending), async (change) => {
    if (problems.length > 0) return;
    const target = join(root, change.path);
    try {
      await mkdir(dirname(target), { recursive: true });
      if (change.after === undefined) {
        await access(dirname(target), constants.W_OK);
        prepared.push({ change, target });
      } else {
        const temporary = join(dirname(target), temporaryName(basename(target), process.pid));
        prepared.push({ change, target, temporary });
        await writeFlushed(temporary, change.after);
      }
    } catch (error) {
      problems.push(writeProblem(change.path, error));
    }
  });
  if (problems.length === 0) problems.push(...(await putInPlace(prepared)));
  if (problems.length > 0) {
    for (const { temporary } of prepared) if (temporary !== undefined) await quietly(rm(temporary, { force: true }));
  }
  return problems;
}

async function putInPlace(prepared: readonly Prepared[]): Promise<Problem[]> {
  const isRemoval = ({ temporary }: Prepared): number => (temporary === undefined ? 1 : 0);
  const ordered = [...prepared].sort((a, b) => isRemoval(a) - isRemoval(b));
  for (const [index, { change, target, temporary }] of ordered.entries()) {
    try {
      await (temporary === undefined ? rm(target, { force: true }) : rename(temporary, target));
    } catch (error) {
      for (const done of ordered.slice(0, index)) await quietly(putBack(done));
      return [writeProblem(change.path, error)];
    }
  }
  return [];
}

async function putBack({ change: { before }, target }: Prepared): Promise<void> {
  if (before === undefined) return rm(target, { force: true });
  const temporary = join(dirname(target), temporaryName(basename(target), process.pid));
  await writeFlushed(temporary, before);
  await rename(temporary, target);
}

/** What has failed once is told; that cleaning up after it fails too adds nothing. */
async function quietly(work: Promise<void>): Promise<void> {
  await work.catch(() => undefined);
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(text, "utf8");
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A few at a time: flushing waits for the disk, and open files are limited. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

const reasons: { readonly [code: string]: string } = {
  EACCES: "permission denied",
  EPERM: "the file or its folder may not be changed",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EISDIR: "there is a folder of that name",
  ENOTDIR: "there is a file where its folder should be",
  EEXIST: "there is a file where its folder should be",
  ENAMETOOLONG: "its name is too long for this system",
  EMFILE: "too many open files",
  EFBIG: "the file would be larger than this system allows",
};

const hints: { readonly [code: string]: string } = {
  ENOSPC: "make room, then run codegen again",
  EDQUOT: "make room, then run codegen again",
  EISDIR: "move what stands there, then run codegen again",
  ENOTDIR: "move what stands there, then run codegen again",
  EEXIST: "move what stands there, then run codegen again",
};

/** The problem behind a failed write, as people know it. */
export function writeProblem(path: string, error: unknown): Problem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return {
    code: "write/failed",
    severity: "error",
    message: `${path} can't be written: ${reason}`,
    hint: hints[code] ?? "make the folder writable, then run codegen again",
    position: { file: path, line: 1, column: 1 },
  };
}
