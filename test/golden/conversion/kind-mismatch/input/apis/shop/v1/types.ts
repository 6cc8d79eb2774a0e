import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  metadata: ObjectMeta;
  owner: Reference;
}

export interface Store extends TypeMeta<"shop.example.com/v1", "Store"> {
  metadata: ObjectMeta;
}

/** +k8s:register-gen=false */
export interface Reference extends TypeMeta {
  name: string;
}
