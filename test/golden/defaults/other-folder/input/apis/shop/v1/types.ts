import type { Embedded, TypeMeta } from "@apimachinery/runtime";
import type { Claim, Template } from "../../core/types.js";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  template: Template;
  claims: Embedded<Claim>[];
  claim?: Claim;
}
