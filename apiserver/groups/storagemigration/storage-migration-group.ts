import type { GroupContext, GroupDefinition } from "../../server/group-definition.js";
import { MigrationController } from "./migration-controller.js";
import type { Kinds } from "./v1/zz_generated.register.js";
import { Install } from "./zz_generated.install.js";
import type { Strategy } from "../../registry/strategy.js";
import { validateMigration, validateMigrationStatus, validateMigrationUpdate } from "./migration-validation.js";
import type { StorageVersionMigration } from "./v1/types.js";
import type { APIObject } from "../../request/api-object.js";
import type { TableConvertor } from "../../registry/table-convertor.js";
import { stringColumn } from "../columns.js";
import { migrationConditions } from "./migration-conditions.js";
import { qualifiedName } from "../../util/qualified-name.js";

/** Table output of StorageVersionMigrations, with the columns of Kubernetes. */
const migrationTable: TableConvertor = {
  columns: [
    stringColumn("Name", "Name of the migration."),
    stringColumn("Resource", "GroupResource to migrate"),
    stringColumn("Status", "Status of the migration"),
  ],
  cells: (object: APIObject) => {
    // The convertor gets only StorageVersionMigrations.
    const { metadata, spec, status } = object as StorageVersionMigration;
    const { group, resource } = spec.resource;
    // If several conditions are true, the last one is shown.
    const shown = (status.conditions ?? []).filter(
      ({ type, status: value }) => value === "True" && migrationConditions.includes(type),
    );
    return [metadata.name ?? "", qualifiedName(group, resource), shown.at(-1)?.type ?? "Unknown"];
  },
};

/** Strategy of StorageVersionMigrations (Go: pkg/registry/storagemigration). */
const migrationStrategy: Strategy<StorageVersionMigration> = {
  isNamespaced: false,
  table: migrationTable,
  validateOnUpdate: false,
  canonicalize: ({ metadata }) => {
    // In Kubernetes, StorageVersionMigrations have no generation.
    delete metadata.generation;
  },
  validate: (_context, migration) => validateMigration(migration),
  validateUpdate: (_context, migration, old) => validateMigrationUpdate(migration, old),
  status: {
    validateUpdate: (_context, migration, old) => validateMigrationStatus(migration, old),
  },
};

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
function startMigrationController(context: GroupContext): void {
  const controller = new MigrationController(context);
  context.server.addPostStartHook("start-storage-version-migrator", ({ signal }) => {
    void controller.run(signal);
  });
}
