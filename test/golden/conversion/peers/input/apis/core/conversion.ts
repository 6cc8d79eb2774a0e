import type { ConversionScope } from "@apimachinery/runtime";
import type * as core from "./types.js";
import type * as v1 from "./v1/types.js";

export function Convert_core_ByHub_To_v1_ByHub(input: core.ByHub, _scope: ConversionScope): v1.ByHub {
  return { words: input.text.split(" ") };
}
export function Convert_v1_ByHub_To_core_ByHub(input: v1.ByHub, _scope: ConversionScope): core.ByHub {
  return { text: input.words.join(" ") };
}
