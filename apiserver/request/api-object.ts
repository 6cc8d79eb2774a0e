import type { ListMeta, ObjectMeta, RuntimeObject } from "@apimachinery/runtime";

/** An object that is stored and served: whatever its kind, it has metadata. */
export interface APIObject extends RuntimeObject {
  metadata: ObjectMeta;
}

/** A list of such objects. */
export interface APIList extends RuntimeObject {
  metadata: ListMeta;
  items: APIObject[];
}
