import type { Condition } from "@apimachinery/runtime";
import type { Part } from "../parts/types.js";

export interface Box {
  part: Part;
  conditions: Condition[];
}
