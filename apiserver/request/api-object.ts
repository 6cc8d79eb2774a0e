import type { ListMeta, ObjectMeta, RuntimeObject } from "@apimachinery/runtime";

/** An object that the server stores and serves. Every kind has metadata. */
export interface APIObject extends RuntimeObject {
  metadata: ObjectMeta;
}

/** A list of objects. */
export interface APIList extends RuntimeObject {
  metadata: ListMeta;
  items: APIObject[];
}
