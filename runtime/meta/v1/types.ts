/** @file Types of meta/v1. */

import type { FieldsV1, Time, int64 } from "../../types.js";

/** apiVersion and kind of an object. Literals keep roots of two versions apart: `TypeMeta<"example.com/v1", "Widget">`. */
export interface TypeMeta<APIVersion extends string = string, Kind extends string = string> {
  kind: Kind;
  apiVersion: APIVersion;
}

/** An object inside an object: apiVersion and kind are optional, and kept where they are given. */
export type Embedded<T extends TypeMeta> = Omit<T, "apiVersion" | "kind"> & { apiVersion?: string; kind?: string };

export interface ListMeta {
  selfLink?: string;
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: int64;
}

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  selfLink?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: int64;
  creationTimestamp?: Time;
  deletionTimestamp?: Time;
  deletionGracePeriodSeconds?: int64;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: Time;
  fieldsType?: string;
  fieldsV1?: FieldsV1;
  subresource?: string;
}
