import { migrateObjects } from "./migrate-objects.js";
import { migrateFlags, validateMigrate, withEtcdDefaults, type MigrateOptions } from "./migrate-options.js";
import { migrateVersions } from "./migrate-versions.js";
import { newSubcommand } from "./subcommand.js";

/** Copies stored objects to another storage, or rewrites them in the current storage version. */
export const migrate = newSubcommand<MigrateOptions>({
  name: "migrate",
  description: "copy all objects to another storage, or write them again in the current storage version",
  sections: migrateFlags,
  validate: validateMigrate,
  act(given, output, definition) {
    const options = withEtcdDefaults(given);
    return options.storageVersion
      ? migrateVersions(options, output, definition)
      : migrateObjects(options, output, definition);
  },
});
