import { isStatusConditionTrue, setStatusCondition, type Condition } from "@apimachinery/runtime";
import type { StorageVersionMigration } from "./v1/types.js";

/** Types of conditions that the controller sets. */
export const migrationConditions: readonly string[] = ["Running", "Succeeded", "Failed"];

/** Reports whether a condition is true. */
export function isTrue({ status }: StorageVersionMigration, ...types: readonly string[]): boolean {
  return types.some((type) => isStatusConditionTrue(status.conditions ?? [], type));
}

/** Numbers of objects that a migration has to write again. */
export interface MigrationProgress {
  readonly total: number;
  /** Number of objects that were not written again yet. */
  readonly left: number;
}

/** Returns the condition of a migration that runs. */
export function running(progress?: MigrationProgress, transient?: string): Partial<Condition> {
  const objects = progress === undefined || progress.total === 0 ? "" : `, ${progressText(progress)}`;
  const error = transient === undefined ? "" : `; transient error: ${transient}`;
  return { type: "Running", reason: "MigrationRunning", message: `The migration is running${objects}${error}` };
}

function progressText({ total, left }: MigrationProgress): string {
  return left > 0
    ? `${String(left)}/${String(total)} objects not yet migrated`
    : `${String(total)} objects verified migrated`;
}

/** The condition of a migration that no longer runs. */
export const ended: Partial<Condition> = {
  type: "Running",
  status: "False",
  reason: "MigrationCompleted",
  message: "Migration completed",
};

/** The condition of a migration after which all objects have the storage version. */
export const succeeded: Partial<Condition> = {
  type: "Succeeded",
  reason: "StorageVersionMigrationSucceeded",
  message: "Migration completed",
};

/** Returns the condition of a migration that cannot continue. */
export function failedCondition(why: string): Partial<Condition> {
  return { type: "Failed", reason: "StorageVersionMigrationFailed", message: why };
}

/** Returns a copy of a migration with other conditions; true is their usual status. */
export function withConditions(
  migration: StorageVersionMigration,
  ...set: readonly Partial<Condition>[]
): StorageVersionMigration {
  const conditions = (migration.status.conditions ?? []).map((condition) => ({ ...condition }));
  for (const { type = "", status = "True", reason = "", message = "" } of set)
    setStatusCondition(conditions, { type, status, reason, message });
  return { ...migration, status: { ...migration.status, conditions } };
}
