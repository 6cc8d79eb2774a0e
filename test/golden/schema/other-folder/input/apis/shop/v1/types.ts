import type { Part } from "../parts/types.js";

export interface Basket {
  part: Part;
  parts: Record<string, Part[]>;
}

export interface Part2 {
  schema: Schema;
}

export interface Schema {
  name: string;
}
