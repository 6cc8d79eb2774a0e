import type { Leaf } from "../v1/types.js";

export interface Branch {
  leaf?: Leaf;
}
