import type { Stranger } from "../../other/types.js";

export interface Order {
  lines: Line[];
  stranger?: Stranger;
}

/** A hand-written function copies it. */
export interface Line {
  name: string;
  cache?: Record<string, string>;
}
