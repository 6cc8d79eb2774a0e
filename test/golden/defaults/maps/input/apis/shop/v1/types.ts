import type { TypeMeta } from "@apimachinery/runtime";

export interface Order extends TypeMeta<"shop.example.com/v1", "Order"> {
  parts: Record<string, Part>;
  optional?: Record<string, Part>;
  nested: Record<string, Record<string, Part[]>>;
}

/** Unlike Go's tool, this one sets defaults inside of maps. */
export interface Part {
  /** +default="x" */
  name: string;
}
