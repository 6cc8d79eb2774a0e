import type { Ask } from "../base/ask.js";

/** The user of the process, and the owners of files. */
export interface FileOwners {
  /** Id of the user; undefined on systems without user ids. */
  readonly user: number | undefined;
  /** Returns the user id of a file's owner; undefined for a missing file. */
  readonly ownerOf: (path: string) => number | undefined;
}

export function systemOwners(ask: Ask): FileOwners {
  return { user: process.getuid?.(), ownerOf: (path) => ask("owner", path) };
}

/**
 * Checks the owner of a configuration, because codegen runs the modules that the configuration
 * names. The owner must be the user, root, or the owner of the working directory. The working
 * directory belongs to another user if root works in a container, for example.
 * @returns the problem, or undefined
 */
export function ownerProblem({ user, ownerOf }: FileOwners, file: string, cwd: string): string | undefined {
  const owner = ownerOf(file);
  if (user === undefined || owner === undefined || owner === 0 || owner === user || owner === ownerOf(cwd))
    return undefined;
  return `the configuration ${file} belongs to the user ${owner}, who is neither you nor the owner of this folder. A configuration can name modules that codegen runs.\n    read the file; if you trust it, run codegen --config ${file}`;
}
