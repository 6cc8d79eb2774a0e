/** @file Objects as a person sees them, and as metadata alone. */

import type { RawExtension, int32 } from "../../types.js";
import type { ConditionStatus, ListMeta, ObjectMeta, TypeMeta } from "./types.js";

/** Objects as rows of cells, as `kubectl get` prints them.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Table extends TypeMeta<"meta.k8s.io/v1", "Table"> {
  /** +optional */
  metadata: ListMeta;
  /** As many as each row has cells.
   *  +listType=atomic */
  columnDefinitions: TableColumnDefinition[];
  /** +listType=atomic */
  rows: TableRow[];
}

export interface TableColumnDefinition {
  name: string;
  /** A type of OpenAPI: `string`, `integer`, `number`, `boolean`, `array`. */
  type: string;
  /** A format of OpenAPI: `date`, `name` for the column with the object's name. */
  format: string;
  description: string;
  /** 0 for columns that are always shown, more for those that wide output shows. */
  priority: int32;
}

export interface TableRow {
  /** Any JSON value in each.
   *  +listType=atomic */
  cells: unknown[];
  /** +listType=atomic */
  conditions?: TableRowCondition[];
  /** The object, its metadata or nothing, as `includeObject` asked for. */
  object?: RawExtension;
}

/** What distinguishes a row: `Completed` for objects that have run their course. */
export interface TableRowCondition {
  type: string;
  status: ConditionStatus;
  reason?: string;
  message?: string;
}

/** The metadata of an object of any kind.
 *  +k8s:deepcopy-gen:interfaces=runtime.Object */
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
