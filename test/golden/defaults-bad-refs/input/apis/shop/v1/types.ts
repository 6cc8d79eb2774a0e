import type { TypeMeta, int32 } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  /** +default=ref(DefaultCuont) */
  misspelt?: int32;
  /** +default=ref(../v7.Name) */
  nowhere?: int32;
  /** +default=ref(Text) */
  wrongType?: int32;
  /** +default=ref(Text) */
  notAMember?: "Slow" | "Fast";
  /** +default=ref(Untyped) */
  untyped?: Part;
}

export interface Part {
  name: string;
}

export const DefaultCount = 1;
export const Text = "text";
export const Untyped = { name: "x" };
