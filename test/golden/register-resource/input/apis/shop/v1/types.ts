import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Category extends TypeMeta<"shop.example.com/v1", "Category"> {
  metadata: ObjectMeta;
}

/** The configuration knows its plural. */
export interface Series extends TypeMeta<"shop.example.com/v1", "Series"> {
  metadata: ObjectMeta;
}

/** +resourceName=personnel */
export interface Staff extends TypeMeta<"shop.example.com/v1", "Staff"> {
  metadata: ObjectMeta;
}

/** No object: it has no metadata, so that nothing is stored under a name. */
export interface Review extends TypeMeta<"shop.example.com/v1", "Review"> {
  note: string;
}
