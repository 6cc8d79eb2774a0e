import type { Condition, ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/**
 * A request to write all objects of a resource again, so that they are stored in its current
 * storage version, and encrypted with the current key.
 *
 * +kubebuilder:resource:scope=Cluster
 * +kubebuilder:subresource:status
 */
export interface StorageVersionMigration extends TypeMeta<"storagemigration.k8s.io/v1", "StorageVersionMigration"> {
  /**
   * Name and other metadata of the migration.
   *
   * +optional
   */
  metadata: ObjectMeta;
  /**
   * What is migrated.
   *
   * +optional
   */
  spec: StorageVersionMigrationSpec;
  /**
   * State of the migration. The server's controller writes it.
   *
   * +optional
   */
  status: StorageVersionMigrationStatus;
}

/** What a migration migrates. It cannot be changed. */
export interface StorageVersionMigrationSpec {
  /** The resource whose objects are written again. */
  resource: GroupResource;
}

/** A resource in any version. */
export interface GroupResource {
  /** Group of the resource; empty for the core group. */
  group: string;
  /** Plural name of the resource, as in paths. */
  resource: string;
}

/** State of a migration. */
export interface StorageVersionMigrationStatus {
  /**
   * Running, Succeeded and Failed. Running becomes False when the migration has ended.
   *
   * +patchMergeKey=type
   * +patchStrategy=merge
   * +listType=map
   * +listMapKey=type
   * +omitzero
   */
  conditions?: Condition[];
  /**
   * Revision of the resource when the migration began. Objects that were written later are in the
   * storage version already.
   *
   * +omitzero
   */
  resourceVersion?: string;
}

/** A list of migrations. */
export interface StorageVersionMigrationList extends TypeMeta<
  "storagemigration.k8s.io/v1",
  "StorageVersionMigrationList"
> {
  /** Version of the list, and the token for its next part. */
  metadata: ListMeta;
  /** The migrations. */
  items: StorageVersionMigration[];
}
