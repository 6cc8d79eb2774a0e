import type { Strategy } from "../../registry/strategy.js";
import { migrationTable } from "./migration-table.js";
import { validateMigration, validateMigrationStatus, validateMigrationUpdate } from "./migration-validation.js";
import type { StorageVersionMigration } from "./v1/types.js";

/** Strategy of StorageVersionMigrations (Go: pkg/registry/storagemigration). */
export const migrationStrategy: Strategy<StorageVersionMigration> = {
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
