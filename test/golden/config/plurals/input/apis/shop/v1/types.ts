import type { ObjectMeta, TypeMeta } from "@apimachinery/runtime";

export interface Endpoints extends TypeMeta<"shop.example.com/v1", "Endpoints"> {
  metadata: ObjectMeta;
}
