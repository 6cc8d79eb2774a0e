import type { ConversionScope } from "@apimachinery/runtime";
import type { Twice as v1Twice } from "./v1/types.js";

export interface Misspelt {
  x: string;
}
export interface Signature {
  x: string;
}
export interface NoScope {
  x: string;
}
export interface Hidden {
  x: string;
}
export interface Constant {
  x: string;
}
export interface Twice {
  x: string;
}
export interface Mode {
  x: string;
}

export function Convert_v1_Twice_To_g_Twice(input: v1Twice, _scope: ConversionScope): Twice {
  return input;
}
