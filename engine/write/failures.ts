import { orderStrings, type Problem } from "../base/problem.js";
import { writeProblems } from "../plan/problem-codes.js";

/** The path of a file that could not be written or removed, and the error. */
export interface WriteFailure {
  readonly path: string;
  readonly error: unknown;
}

interface Cause {
  readonly reason: string;
  readonly hint: string;
  /** True if the cause affects all files, for example a full disk. */
  readonly concernsAll?: true;
}

const [again, makeRoom, moveIt] = [
  "then run codegen again",
  "free some space, then run codegen again",
  "move or rename that file or folder, then run codegen again",
];

const causes: { readonly [code: string]: Cause } = {
  OUTSIDE: {
    reason: "its folder is outside the project, or is a symbolic link to a folder outside the project",
    hint: `choose a folder in the project, ${again}`,
  },
  EACCES: { reason: "permission denied", hint: `make the folder writable, ${again}` },
  EPERM: {
    reason: "the system does not permit changes of the file or its folder",
    hint: `make the folder writable, ${again}`,
  },
  EROFS: { reason: "the file system is read-only", hint: `make the file system writable, ${again}`, concernsAll: true },
  ENOSPC: { reason: "the disk is full", hint: makeRoom, concernsAll: true },
  EDQUOT: { reason: "the disk quota is exceeded", hint: makeRoom, concernsAll: true },
  EISDIR: { reason: "a folder with this name exists", hint: moveIt },
  ENOTDIR: { reason: "a file with the name of its folder exists", hint: moveIt },
  EEXIST: { reason: "a file with the name of its folder exists", hint: moveIt },
  ENOENT: {
    reason: "its folder is, or is in, a symbolic link to a missing folder",
    hint: `create that folder, or remove the link, ${again}`,
  },
  ENAMETOOLONG: {
    reason: "its name is too long for this system",
    hint: `give the file or its folder a shorter name, ${again}`,
  },
  EMFILE: { reason: "too many open files", hint: `allow more open files (ulimit -n), ${again}`, concernsAll: true },
  EFBIG: {
    reason: "the file would be larger than this system allows",
    hint: `allow larger files (ulimit -f), ${again}`,
  },
};

/**
 * Returns one problem for each cause of failed writes.
 * @param all paths of all files to write; a problem whose cause affects all files names all of them
 */
export function failures(failed: readonly WriteFailure[], all: readonly string[]): Problem[] {
  const byReason = new Map<string, { readonly cause: Cause; readonly paths: string[] }>();
  for (const { path, error } of failed) {
    const cause = causeOf(error);
    const known = byReason.get(cause.reason);
    if (known === undefined) byReason.set(cause.reason, { cause, paths: [path] });
    else known.paths.push(path);
  }
  return [...byReason.values()].map(({ cause, paths }) =>
    problemOf(cause, [...(cause.concernsAll === true ? all : paths)].sort(orderStrings)),
  );
}

function causeOf(error: unknown): Cause {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return (
    causes[code] ?? {
      reason: error instanceof Error ? error.message : String(error),
      hint: `make the folder writable, ${again}`,
    }
  );
}

function problemOf({ reason, hint }: Cause, paths: readonly string[]): Problem {
  const [first = "", ...others] = paths;
  const shown = paths.slice(0, 3).join("\n");
  const rest = paths.length > 3 ? `\nand ${String(paths.length - 3)} more` : "";
  return {
    ...writeProblems.is("write/failed"),
    message:
      others.length === 0
        ? `${first} can't be written: ${reason}`
        : `${String(paths.length)} files can't be written: ${reason}`,
    hint: others.length === 0 ? hint : `${shown}${rest}\n${hint}`,
    position: { file: first, line: 1, column: 1 },
  };
}
