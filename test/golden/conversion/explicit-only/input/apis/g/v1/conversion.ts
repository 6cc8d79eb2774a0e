import type { ConversionScope } from "@apimachinery/runtime";
import type { A } from "../types.js";
import type { B } from "./types.js";

export function Convert_v1_B_To_g_A(input: B, _scope: ConversionScope): A {
  return { x: input.y };
}
