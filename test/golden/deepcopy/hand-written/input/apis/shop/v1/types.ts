import type { Stranger } from "../../other/types.js";

export interface Order {
  lines: Line[];
  stranger?: Stranger;
}

/** A person copies it. */
export interface Line {
  name: string;
  cache?: Record<string, string>;
}
