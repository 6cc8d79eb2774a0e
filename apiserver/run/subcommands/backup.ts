import { join } from "node:path";
import { stringFlag } from "../../options/flags/kinds.js";
import { writeBackup, DataDirectoryError, restoreBackup } from "../../storage/index.js";
import { dataDirFlag, validateDataDir } from "./data-dir.js";
import { newSubcommand } from "./subcommand.js";
import { readdir } from "node:fs/promises";
import { folderProblem, isSystemError } from "../../options/folder-problem.js";

interface BackupOptions {
  readonly dataDir: string;
  readonly to: string;
}

/**
 * Writes the objects of the embedded store, and their history, into a file. A server may use the
 * store at the same time.
 */
export const backup = newSubcommand<BackupOptions>({
  name: "backup",
  description: "write all objects of the embedded store and their history into a file; the server may run",
  sections: (definition) => [
    {
      heading: "Backup",
      flags: {
        "data-dir": dataDirFlag(definition),
        to: stringFlag("", "file of the backup; it must not exist", "file"),
      },
    },
  ],
  validate: (options) => [...validateDataDir(options), ...(options.to === "" ? ["--to must be specified"] : [])],
  async act({ dataDir, to }, { out }) {
    const { objects, revision } = await writeBackup(join(dataDir, "store"), to);
    out(`backup of ${dataDir} written to ${to}: ${objects} objects at revision ${revision}\n`);
  },
});

interface RestoreOptions {
  readonly dataDir: string;
  readonly from: string;
}

/** Creates the embedded store of a data folder from a backup. */
export const restore = newSubcommand<RestoreOptions>({
  name: "restore",
  description: "create the embedded store of a data folder from a backup",
  sections: (definition) => [
    {
      heading: "Restore",
      flags: {
        from: stringFlag("", "file that the command backup has written", "file"),
        "data-dir": dataDirFlag(definition),
      },
    },
  ],
  validate: (options) => [...validateDataDir(options), ...(options.from === "" ? ["--from must be specified"] : [])],
  async act({ dataDir, from }, { out }) {
    await requireNoData(dataDir);
    const { objects, revision, continuesAfter } = await restoreBackup(from, join(dataDir, "store")).catch(
      async (error: unknown) => {
        const cause = error instanceof DataDirectoryError ? error.cause : undefined;
        throw isSystemError(cause) ? await folderProblem("--data-dir", dataDir, cause) : error;
      },
    );
    out(
      `${dataDir} restored from ${from}: ${objects} objects at revision ${revision}; new writes begin after revision ${continuesAfter}\n`,
    );
  },
});

/**
 * Matches names of files and folders that may be in a data folder before a restore: certificates,
 * kubeconfigs, an empty store, the folder of a restore that was killed, and the folder `lost+found`
 * of a file system.
 */
const accepted = /\.(crt|key|pem|srl|kubeconfig)$|^(kubeconfig|store|restoring|lost\+found)$/;

/**
 * Checks that a folder contains no data of another program.
 * @throws Error that names the first file that does not belong to the server
 */
async function requireNoData(dataDir: string): Promise<void> {
  let names: readonly string[];
  try {
    names = await readdir(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw await folderProblem("--data-dir", dataDir, error);
  }
  const other = names.find((name) => !accepted.test(name));
  if (other !== undefined)
    throw new Error(
      `--data-dir: ${dataDir} is not empty: it contains ${other}. Only certificates may exist there before a restore: name another folder`,
    );
}
