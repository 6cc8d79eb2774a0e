import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

/** As a client's types are written. */
export interface Cart {
  apiVersion: "shop.example.com/v1";
  kind: "Cart";
  metadata: ObjectMeta;
}

export interface CartList {
  apiVersion: string;
  kind: string;
  metadata: ListMeta;
  items: Cart[];
}

/** +k8s:register-gen=false */
export interface Partial {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

export interface Reference {
  apiVersion: string;
  kind: string;
  name: string;
}

export interface Shelf extends TypeMeta<"shop.example.com/v1", "Shelf"> {
  metadata: ObjectMeta;
}
