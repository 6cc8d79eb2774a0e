import type { TypeMeta } from "@apimachinery/runtime";

export interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  name?: string;
}
