import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** The version has no metadata. The generator register does not run, so that conversion reports it. */
export interface Shop extends TypeMeta<"shop.example.com/__internal", "Shop"> {
  metadata: ObjectMeta;
  name?: string;
}
