import { migrateObjects } from "./migrate-objects.js";
import { migrateFlags, validateMigrate, withEtcdDefaults, type MigrateOptions } from "./migrate-options.js";
import { newSubcommand } from "./subcommand.js";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Output } from "../../options/flags/command-line.js";
import type { Store } from "../../registry/store.js";
import { DirectoryInUseError, type Storage } from "../../storage/index.js";
import { qualifiedName } from "../../util/qualified-name.js";
import type { ServerDefinition } from "../definition.js";
import { migrateRunningServer } from "./migrate-running-server.js";
import { encryptionOf, openEmbeddedStore, openEtcdStore } from "./open-stores.js";
import { storesOf } from "./stores-of.js";
import { versionTable, type VersionCount } from "./version-table.js";

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

/**
 * Rewrites all objects that are not stored in the current storage version. If a server uses the
 * embedded store, sends requests to this server. Prints the stored versions before and after.
 * @throws Error with the objects that cannot be read, or that the running server refuses, after all
 *   other objects were written
 */
async function migrateVersions(options: MigrateOptions, output: Output, definition: ServerDefinition): Promise<void> {
  const { dataDir, etcdServers } = options;
  const encrypt = await encryptionOf(options.encryptionProviderConfig, definition);
  const inPrefix = (storage: Storage): Storage => encrypt(storage, options.etcdPrefix);
  if (etcdServers.length > 0) {
    await inStore(inPrefix(await openEtcdStore(options, definition)), options, output, definition);
    return;
  }
  if (!existsSync(join(dataDir, "store", "format")))
    throw new Error(
      `--data-dir: ${dataDir} has no embedded store. It must be the folder with which the server was started; for a server with etcd, set --etcd-servers`,
    );
  let storage: Storage;
  try {
    storage = await openEmbeddedStore(dataDir);
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error;
    await migrateRunningServer(options, output, definition);
    return;
  }
  await inStore(inPrefix(storage), options, output, definition);
}

async function inStore(
  storage: Storage,
  { etcdPrefix }: MigrateOptions,
  { out }: Output,
  definition: ServerDefinition,
): Promise<void> {
  try {
    const stores = storesOf(definition, storage, etcdPrefix);
    out(versionTable(await countsOf(stores)));
    let rewritten = 0;
    const problems: string[] = [];
    for (const store of stores) {
      const result = await store.stored.rewrite();
      rewritten += result.rewritten;
      problems.push(...result.unreadable);
    }
    out(`\n${rewritten} objects written again\n\n${versionTable(await countsOf(stores))}`);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  } finally {
    await storage.close();
  }
}

async function countsOf(stores: readonly Store[]): Promise<readonly VersionCount[]> {
  const counts = stores.map(async ({ resource: { group, name }, stored }) =>
    [...(await stored.countVersions())].map(([version, objects]) => ({
      resource: qualifiedName(group, name),
      version,
      objects,
    })),
  );
  return (await Promise.all(counts)).flat();
}
