import type { ConversionScope } from "@apimachinery/runtime";
import type * as core from "../types.js";
import type * as v1 from "./types.js";

export function Convert_v1_Secret_To_core_Secret(input: v1.Secret, _scope: ConversionScope): core.Secret {
  return { data: { ...input.data } };
}
