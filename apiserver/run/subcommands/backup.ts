import { join } from "node:path";
import { stringFlag } from "../../options/flags/kinds.js";
import { writeBackup } from "../../storage/index.js";
import { dataDirFlag, validateDataDir } from "./data-dir.js";
import { newSubcommand } from "./subcommand.js";

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
