import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Drink extends TypeMeta<"bar.example.com/__internal", "Drink"> {
  metadata: ObjectMeta;
  spec: DrinkSpec;
}

export interface DrinkList extends TypeMeta<"bar.example.com/__internal", "DrinkList"> {
  metadata: ListMeta;
  items: Drink[];
}

export interface DrinkSpec {
  /** +k8s:required */
  size: "Small" | "Large";
}
