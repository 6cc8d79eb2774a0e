import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Drink extends TypeMeta<"bar.example.com/v1", "Drink"> {
  metadata: ObjectMeta;
  spec: DrinkSpec;
}

export interface DrinkList extends TypeMeta<"bar.example.com/v1", "DrinkList"> {
  metadata: ListMeta;
  items: Drink[];
}

export interface DrinkSpec {
  size: "Small" | "Large";
}
