import type { Part } from "../parts/types.js";

export interface Basket {
  part: Part;
  inner?: Inner;
}

/** +k8s:schema-gen=false */
export interface Inner {
  note: string;
}
