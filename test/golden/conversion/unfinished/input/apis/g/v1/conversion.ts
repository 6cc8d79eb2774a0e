import type { ConversionScope } from "@apimachinery/runtime";
import type * as g from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_v1_Thing_To_g_Thing } from "./zz_generated.conversion.js";

export function Convert_v1_Thing_To_g_Thing(input: v1.Thing, scope: ConversionScope): g.Thing {
  const out = autoConvert_v1_Thing_To_g_Thing(input, scope);
  TODO_size(input.size);
  return out;
}

declare const TODO_size: (size: unknown) => void;
