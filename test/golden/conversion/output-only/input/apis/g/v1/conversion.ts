import type { ConversionScope } from "@apimachinery/runtime";
import type * as g from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_g_Thing_To_v1_Thing } from "./zz_generated.conversion.js";

export function Convert_g_Thing_To_v1_Thing(input: g.Thing, scope: ConversionScope): v1.Thing {
  const { size, mode, place, hint } = input;
  const out = autoConvert_g_Thing_To_v1_Thing(input, scope);
  out.name = [out.name, size, mode, place.street, hint].join("/");
  return out;
}
