import type { GroupContext, GroupDefinition } from "../../server/group-definition.js";
import { MigrationController } from "./migration-controller.js";
import { migrationStrategy } from "./migration-strategy.js";
import type { Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";

/**
 * The group storagemigration.k8s.io, with the kind StorageVersionMigration. For each of its
 * objects, a controller in the server writes all objects of a resource again, in their storage
 * version.
 */
export const storageMigrationGroup: GroupDefinition<typeof Kinds> = {
  install: Install,
  kinds: { StorageVersionMigration: migrationStrategy },
  extend: startMigrationController,
};

/** Adds the hook that runs the migration controller. */
function startMigrationController({ server, client, informers, observeQueue, log }: GroupContext): void {
  const controller = new MigrationController({
    client,
    informers,
    served: () => server.resources(),
    onError: (error) => {
      log("the migration of a storage version failed and will be retried", error);
    },
    queueObserver: observeQueue?.("storage_version_migrator"),
  });
  server.addPostStartHook("start-storage-version-migrator", ({ signal }) => {
    void controller.run(signal);
  });
}
