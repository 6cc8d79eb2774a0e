import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Shop extends TypeMeta<"shop.example.com/__internal", "Shop"> {
  metadata: ObjectMeta;
  owner: Reference;
}

/** An alias is not a kind. */
export type Store = Shop;

/** The version's type extends TypeMeta, and is not registered: the two fields would get lost. */
export interface Reference {
  apiVersion: string;
  kind: string;
  name: string;
}
