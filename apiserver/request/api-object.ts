import type { ListMeta, ObjectMeta, RuntimeObject } from "@apimachinery/runtime";

/** A stored and served object: every kind has metadata. */
export interface APIObject extends RuntimeObject {
  metadata: ObjectMeta;
}

/** A list of objects. */
export interface APIList extends RuntimeObject {
  metadata: ListMeta;
  items: APIObject[];
}
