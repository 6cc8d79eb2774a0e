// apis/cafe/types.ts
import type { Condition, ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

export interface Coffee extends TypeMeta<"cafe.example.com/__internal", "Coffee"> {
  metadata: ObjectMeta;
  spec: CoffeeSpec;
  status: CoffeeStatus;
}

export interface CoffeeSpec {
  beans: string[];
  milk?: Milk;
  size: int32;
  cups: int32;
  machine?: string;
}

export type Milk = "Cow" | "Oat" | "Soy";

export interface CoffeeStatus {
  cups: int32;
  /**
   * +listType=map
   * +listMapKey=type
   */
  conditions: Condition[];
}

export interface CoffeeList extends TypeMeta<"cafe.example.com/__internal", "CoffeeList"> {
  metadata: ListMeta;
  items: Coffee[];
}
