import {
  defaultControllerRateLimiter,
  DeletedFinalStateUnknown,
  runWorkers,
  untypedResource,
  WorkQueue,
  type DeepReadonly,
  type ResourceClient,
  ConnectionError,
  isConflict,
  isInternalError,
  isNotFound,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  type APIObject,
} from "@apimachinery/client";
import type { ServedResource } from "../../server/generic-api-server.js";
import type { GroupContext } from "../../server/group-definition.js";
import { qualifiedName } from "../../util/qualified-name.js";
import {
  ended,
  failedCondition,
  isTrue,
  running,
  succeeded,
  withConditions,
  type MigrationProgress,
} from "./migration-conditions.js";
import type { StorageVersionMigration } from "./v1/types.js";
import { groupVersionString } from "@apimachinery/runtime";

/** Number of resources that are migrated at the same time, as in Kubernetes. */
const workers = 5;

/** Resource type of StorageVersionMigrations. */
const migrationResource = untypedResource<StorageVersionMigration>(
  { group: "storagemigration.k8s.io", version: "v1", kind: "StorageVersionMigration" },
  "storageversionmigrations",
  "Cluster",
);

/**
 * Runs StorageVersionMigrations (Go: MigrationRunnerController, ResourceVersionController and
 * SVMController), one at a time for each resource. After a restart it continues, because all of its
 * state is in the status of the migrations.
 */
export class MigrationController {
  readonly #context: GroupContext;
  readonly #migrations: ResourceClient<StorageVersionMigration>;
  /** Queue of the resources whose migrations must be checked, as `resource.group`. */
  readonly #queue: WorkQueue<string>;

  constructor(context: GroupContext) {
    const { client, informers, observeQueue } = context;
    const observer = observeQueue?.("storage_version_migrator");
    this.#context = context;
    this.#migrations = client.resourceOf(migrationResource);
    this.#queue = new WorkQueue<string>({
      rateLimiter: defaultControllerRateLimiter<string>(),
      ...(observer && { observer }),
    });
    const enqueue = (migration: DeepReadonly<StorageVersionMigration>) => {
      this.#queue.add(nameOfResource(migration));
    };
    informers.forResource(migrationResource).addEventHandler({
      onAdd: enqueue,
      onUpdate: (_old, migration) => {
        enqueue(migration);
      },
      // After a migration is deleted, the next migration of the same resource can begin.
      onDelete: (migration) => {
        enqueue(migration instanceof DeletedFinalStateUnknown ? migration.object : migration);
      },
    });
  }

  /** Runs migrations until the signal is aborted. */
  run(signal: AbortSignal): Promise<void> {
    return runWorkers<string>(
      {
        queue: this.#queue,
        count: workers,
        process: async (resource) => {
          await this.#process(resource, signal);
          return undefined;
        },
        onError: (error) => {
          if (!signal.aborted)
            this.#context.log("the migration of a storage version failed and will be retried", error);
        },
      },
      signal,
    );
  }

  /**
   * Records the end of the migrations of a resource that have finished, and runs the next
   * migration. Each write of a status is a change that adds the resource to the queue again.
   */
  async #process(resource: string, signal: AbortSignal): Promise<void> {
    const { items } = await this.#migrations.list({ signal });
    const own = items.filter((migration) => nameOfResource(migration) === resource);
    for (const migration of own)
      if (isTrue(migration, "Running") && isTrue(migration, "Succeeded", "Failed"))
        await this.#write(withConditions(migration, ended), signal);
    const [next] = own.filter((migration) => !isTrue(migration, "Succeeded", "Failed")).sort(byTurn);
    if (next !== undefined) await this.#migrate(next, signal);
  }

  /**
   * Runs a migration to its end.
   * @throws Error after which the migration is tried again
   */
  async #migrate(waiting: StorageVersionMigration, signal: AbortSignal): Promise<void> {
    const { client, server } = this.#context;
    let migration = isTrue(waiting, "Running")
      ? waiting
      : await this.#write(withConditions(waiting, running()), signal);
    const resource = resourceOf(server.resources(), migration);
    if (resource === undefined) {
      await this.#write(withConditions(migration, failedCondition("resource does not exist in discovery")), signal);
      return;
    }
    const objects = client.resourceOf(
      untypedResource(resource.kind, resource.resource, resource.isNamespaced ? undefined : "Cluster"),
    );
    if ((migration.status.resourceVersion ?? "") === "") {
      // This list selects no object. It only returns the current revision of the store.
      const none = objects.namespace(resource.isNamespaced ? "-" : "");
      const { metadata } = await none.list({ fieldSelector: "metadata.name=-", signal });
      const { resourceVersion = "" } = metadata;
      migration = await this.#write({ ...migration, status: { ...migration.status, resourceVersion } }, signal);
    }
    try {
      const progress = await rewriteCollection(objects, signal);
      await this.#write(withConditions(migration, running(progress), succeeded), signal);
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      const { progress, message, isTransient } = error;
      const conditions = isTransient
        ? [running(progress, message)]
        : [running(progress), failedCondition(`${left(progress)}migration encountered unhandled error: ${message}`)];
      await this.#write(withConditions(migration, ...conditions), signal);
      if (isTransient) throw error;
    }
  }

  #write(migration: StorageVersionMigration, signal: AbortSignal): Promise<StorageVersionMigration> {
    return this.#migrations.update(migration, { subresource: "status", signal });
  }
}

function left({ total, left }: MigrationProgress): string {
  return total === 0 ? "" : `${String(left)}/${String(total)} not yet migrated. `;
}

function nameOfResource({ spec }: DeepReadonly<StorageVersionMigration>): string {
  return qualifiedName(spec.resource.group, spec.resource.resource);
}

/** Compares two migrations by their order of execution: the running one first, then the oldest. */
function byTurn(a: StorageVersionMigration, b: StorageVersionMigration): number {
  const keyOf = (one: StorageVersionMigration) =>
    `${isTrue(one, "Running") ? "0" : "1"} ${one.metadata.creationTimestamp ?? ""} ${one.metadata.name ?? ""}`;
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

/**
 * Returns the resource of a migration, in its storage version if this version is served. Reads and
 * writes in this version lose no stored field. Returns undefined if the server does not serve the
 * resource.
 */
function resourceOf(served: readonly ServedResource[], { spec }: StorageVersionMigration): ServedResource | undefined {
  const { group, resource } = spec.resource;
  const versions = served.filter((one) => one.kind.group === group && one.resource === resource);
  return versions.find(({ isStorageVersion }) => isStorageVersion) ?? versions[0];
}

/**
 * Field manager of the patches. The patches change no field, so this name never occurs in the
 * managedFields of an object.
 */
const fieldManager = "storage-version-migrator-controller";

/** Error for an object that could not be read or written again. */
class MigrationError extends Error {
  readonly progress: MigrationProgress;
  /** True if a later attempt may succeed. */
  readonly isTransient: boolean;

  constructor(cause: unknown, progress: MigrationProgress) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.progress = progress;
    this.isTransient =
      cause instanceof ConnectionError ||
      [isServerTimeout, isTooManyRequests, isServiceUnavailable, isInternalError, isTimeout].some((is) => is(cause));
  }
}

/**
 * Writes all objects of a collection again. It sends a patch without changes for each object; the
 * server then writes the object if its stored bytes are not its current encoding. The pages of the
 * list show one state of the collection, so that the number of objects is limited even if clients
 * continue to create objects.
 * @returns the number of objects
 * @throws MigrationError for an object that could not be read or written
 */
async function rewriteCollection(objects: ResourceClient<APIObject>, signal: AbortSignal): Promise<MigrationProgress> {
  let [total, done] = [0, 0];
  try {
    for await (const { items, metadata } of objects.pages({ signal, dropManagedFields: true })) {
      total = done + items.length + (metadata.remainingItemCount ?? 0);
      for (const object of items) {
        await rewrite(objects, object, signal);
        done++;
      }
    }
    return { total, left: 0 };
  } catch (error) {
    signal.throwIfAborted();
    throw new MigrationError(error, { total, left: total - done });
  }
}

async function rewrite(
  objects: ResourceClient<APIObject>,
  { metadata }: APIObject,
  signal: AbortSignal,
): Promise<void> {
  const { name = "", namespace = "", resourceVersion = "" } = metadata;
  const { kind } = objects.type;
  const body = { apiVersion: groupVersionString(kind), kind: kind.kind, metadata: { resourceVersion } };
  try {
    await objects
      .namespace(namespace)
      .patch(name, { type: "merge", body }, { fieldManager, signal, dropManagedFields: true });
  } catch (error) {
    // Another client has meanwhile deleted the object, or changed it and thus stored it in the
    // storage version.
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}
