import { isStatusConditionTrue, setStatusCondition, type Condition } from "@apimachinery/runtime";
import type { StorageVersionMigration } from "./v1/types.js";

/** Types of conditions that the controller sets. */
export const migrationConditions: readonly string[] = ["Running", "Succeeded", "Failed"];

/** Reports whether a migration has a true condition of one of these types. */
export function isTrue({ status }: StorageVersionMigration, ...types: readonly string[]): boolean {
  return types.some((type) => isStatusConditionTrue(status.conditions ?? [], type));
}

/** Numbers of objects that a migration has to write again. */
export interface MigrationProgress {
  readonly total: number;
  /** Number of objects that were not yet written again. */
  readonly left: number;
}

/** Returns the condition `Running` of a migration that has not finished. */
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

/** The condition `Running` of a migration that has finished. */
export const ended: Partial<Condition> = {
  type: "Running",
  status: "False",
  reason: "MigrationCompleted",
  message: "Migration completed",
};

/** The condition `Succeeded`: all objects are stored in the storage version. */
export const succeeded: Partial<Condition> = {
  type: "Succeeded",
  reason: "StorageVersionMigrationSucceeded",
  message: "Migration completed",
};

/** Returns the condition `Failed` of a migration that cannot continue. */
export function failedCondition(why: string): Partial<Condition> {
  return { type: "Failed", reason: "StorageVersionMigrationFailed", message: why };
}

/**
 * Returns a copy of a migration in which some conditions are replaced. The default status of a
 * condition is `True`.
 */
export function withConditions(
  migration: StorageVersionMigration,
  ...set: readonly Partial<Condition>[]
): StorageVersionMigration {
  const conditions = (migration.status.conditions ?? []).map((condition) => ({ ...condition }));
  for (const { type = "", status = "True", reason = "", message = "" } of set)
    setStatusCondition(conditions, { type, status, reason, message });
  return { ...migration, status: { ...migration.status, conditions } };
}
