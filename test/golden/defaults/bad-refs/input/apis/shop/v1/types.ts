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
  /** +default=ref(Computed) */
  computed?: int32;
  /** +default=ref(ComputedPart) */
  computedPart?: Part;
  /** +default=ref(Asserted) */
  asserted?: Part[];
}

export interface Part {
  name: string;
}

export const DefaultCount = 1;
export const Text = "text";
export const Untyped = { name: "x" };
export const Computed = compute();
export const ComputedPart = computePart();
export const Asserted = JSON.parse("{}") as Part;

function compute(): string {
  return "text".repeat(2);
}

function computePart(): Part {
  return { name: compute() };
}
