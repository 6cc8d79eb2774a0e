import type { ConversionScope } from "@apimachinery/runtime";
import type * as g from "../types.js";
import type * as v1 from "./types.js";

export function Convert_v1_Mispelt_To_g_Misspelt(input: v1.Misspelt, _scope: ConversionScope): g.Misspelt {
  return input;
}
export function Convert_v1_Signature_To_g_Signature(input: unknown): g.Signature {
  return input as g.Signature;
}
export function Convert_v1_NoScope_To_g_NoScope(input: v1.NoScope): g.NoScope {
  return input;
}
export function Convert_g_Signature_To_v1_Signature(input: g.Hidden, _scope: ConversionScope): v1.Signature {
  return input;
}
function Convert_v1_Hidden_To_g_Hidden(input: v1.Hidden, _scope: ConversionScope): g.Hidden {
  return input;
}
export const Convert_v1_Constant_To_g_Constant = (input: v1.Constant, _scope: ConversionScope): g.Constant => input;
export function Convert_v1_Twice_To_g_Twice(input: v1.Twice, _scope: ConversionScope): g.Twice {
  return input;
}
/** +k8s:conversion-fn=remove */
export function Convert_v1_Mode_To_g_Mode(input: v1.Mode, _scope: ConversionScope): g.Mode {
  return input;
}
export function Convert_boolean_To_string(input: boolean, _scope: ConversionScope): string {
  return String(input);
}
export const local = Convert_v1_Hidden_To_g_Hidden;
