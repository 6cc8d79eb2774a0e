import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Category extends TypeMeta<"shop.example.com/v1", "Category"> {
  metadata: ObjectMeta;
}

/** The configuration has its plural. */
export interface Series extends TypeMeta<"shop.example.com/v1", "Series"> {
  metadata: ObjectMeta;
}

/** +resourceName=personnel */
export interface Staff extends TypeMeta<"shop.example.com/v1", "Staff"> {
  metadata: ObjectMeta;
}

/** It has no metadata, so that it is not an object that is stored under a name. */
export interface Review extends TypeMeta<"shop.example.com/v1", "Review"> {
  note: string;
}

/** +kubebuilder:resource:shortName=wh;depot,categories=all;places,scope=Cluster,path=stores,singular=store */
export interface Warehouse extends TypeMeta<"shop.example.com/v1", "Warehouse"> {
  metadata: ObjectMeta;
}

/** +genclient
 *  +genclient:nonNamespaced */
export interface Country extends TypeMeta<"shop.example.com/v1", "Country"> {
  metadata: ObjectMeta;
}
