import { statSync } from "node:fs";

/** Who runs the command, and whose files are whose. */
export interface Owners {
  /** Undefined where the system has no user numbers. */
  readonly user: number | undefined;
  /** @returns undefined where there is no such file */
  readonly ownerOf: (path: string) => number | undefined;
}

export const systemOwners: Owners = {
  user: process.getuid?.(),
  ownerOf: (path) => statSync(path, { throwIfNoEntry: false })?.uid,
};

/**
 * A configuration names modules that are run, so that it must be the user's own, the
 * administrator's, or that of the owner of the folder in which the command runs (a container's root
 * works in folders of others).
 *
 * @returns what is wrong with the file, or undefined
 */
export function faultOfOwner({ user, ownerOf }: Owners, file: string, cwd: string): string | undefined {
  const owner = ownerOf(file);
  if (user === undefined || owner === undefined || owner === 0 || owner === user || owner === ownerOf(cwd))
    return undefined;
  return `the configuration ${file} belongs to the user ${owner}, neither to you nor to the owner of this folder, and it can name modules that codegen runs\n    look at it, then name it: codegen --config ${file}`;
}
