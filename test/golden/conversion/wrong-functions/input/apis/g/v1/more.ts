import type { ConversionScope } from "@apimachinery/runtime";
import type * as g from "../types.js";
import type * as v1 from "./types.js";

export function Convert_v1_Twice_To_g_Twice(input: v1.Twice, _scope: ConversionScope): g.Twice {
  return input;
}
