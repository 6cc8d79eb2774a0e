import type { Stranger } from "../../other/types.js";

export interface Order {
  scratch: Scratch;
  scratches: Record<string, Scratch>;
  stranger?: Stranger;
}

/** +k8s:deepcopy-gen=false */
export interface Scratch {
  x: string[];
}
