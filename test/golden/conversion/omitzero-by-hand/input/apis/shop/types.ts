import type { Quantity, int32 } from "@apimachinery/runtime";

export type Speed = "Slow" | "Fast";

export interface Size {
  width: int32;
}

/** Hand-written functions can return zero for these fields, which is omitted. */
export interface Ware {
  name: string;
  /** +omitzero */
  title?: string;
  /** +omitzero */
  count?: int32;
  /** +omitzero */
  sold?: boolean;
  /** +omitzero */
  speed?: Speed;
  /** +omitzero */
  weight?: Quantity;
  /** +omitzero */
  tags?: string[];
  /** +omitzero */
  labels?: Record<string, string>;
  /** +omitzero */
  size?: Size;
  note?: string;
}
