import type { Ask } from "../base/ask.js";

/** The user of the process, and the owners of files. */
export interface FileOwners {
  /** Id of the user who runs the process; undefined on systems without user ids. */
  readonly user: number | undefined;
  /** Returns the user id of a file's owner; undefined for a missing file. */
  readonly ownerOf: (path: string) => number | undefined;
}

export function systemOwners(ask: Ask): FileOwners {
  return { user: process.getuid?.(), ownerOf: (path) => ask("owner", path) };
}

/**
 * Reports a configuration whose owner is not trusted, because codegen runs the modules that the
 * configuration names. The owner must be the user, root, or the owner of the working directory.
 * Root in a container, for example, can work in a directory of another user.
 * @returns the problem; undefined if the owner is trusted
 */
export function ownerProblem({ user, ownerOf }: FileOwners, file: string, cwd: string): string | undefined {
  const owner = ownerOf(file);
  if (user === undefined || owner === undefined || owner === 0 || owner === user || owner === ownerOf(cwd))
    return undefined;
  return `the configuration ${file} belongs to the user ${owner}, who is neither you nor the owner of this folder. A configuration can name modules that codegen runs.\n    read the file; if you trust it, run codegen --config ${file}`;
}
