/** @file Display forms of objects: tables, and objects with metadata only. */

import type { RawExtension, int32 } from "../../values/types.js";
import type { ConditionStatus, ListMeta, ObjectMeta, TypeMeta } from "./types.js";

/**
 * Objects as rows of cells, as `kubectl get` prints them.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 * +protobuf=false
 */
export interface Table extends TypeMeta<"meta.k8s.io/v1", "Table"> {
  /** +optional */
  metadata: ListMeta;
  /**
   * Columns, one for each cell of a row.
   * +listType=atomic
   */
  columnDefinitions: TableColumnDefinition[];
  /** +listType=atomic */
  rows: TableRow[];
}

/** +protobuf=false */
export interface TableColumnDefinition {
  name: string;
  /** OpenAPI type: `string`, `integer`, `number`, `boolean` or `array`. */
  type: string;
  /** OpenAPI format, such as `date`; `name` for the column with the object's name. */
  format: string;
  description: string;
  /** Visibility of the column: 0 is always shown, larger values only in wide output. */
  priority: int32;
}

/** +protobuf=false */
export interface TableRow {
  /**
   * Cells with any JSON value.
   * +listType=atomic
   */
  cells: unknown[];
  /** +listType=atomic */
  conditions?: TableRowCondition[];
  /** The object, its metadata or nothing, depending on `includeObject`. */
  object?: RawExtension;
}

/**
 * Property of a row, such as `Completed` for an object that has finished.
 * +protobuf=false
 */
export interface TableRowCondition {
  type: string;
  status: ConditionStatus;
  reason?: string;
  message?: string;
}

/**
 * An object of any kind, reduced to its metadata.
 * +k8s:deepcopy-gen:interfaces=runtime.Object
 */
export interface PartialObjectMetadata extends TypeMeta<"meta.k8s.io/v1", "PartialObjectMetadata"> {
  /** +optional */
  metadata: ObjectMeta;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface PartialObjectMetadataList extends TypeMeta<"meta.k8s.io/v1", "PartialObjectMetadataList"> {
  /** +optional */
  metadata: ListMeta;
  items: PartialObjectMetadata[];
}
