import type { ConversionScope } from "@apimachinery/runtime";
import type * as desk from "../types.js";
import type * as v1 from "./types.js";
import { autoConvert_desk_Spec_To_v1_Spec, autoConvert_v1_Spec_To_desk_Spec } from "./zz_generated.conversion.js";

export function Convert_v1_Spce_To_desk_Spec(input: v1.Spec, scope: ConversionScope): desk.Spec {
  return autoConvert_v1_Spec_To_desk_Spec(input, scope, { people: [input.people], reporterName: input.caller });
}

export function Convert_desk_Spec_To_v1_Sepc(input: desk.Spec, scope: ConversionScope): string {
  return autoConvert_desk_Spec_To_v1_Spec(input, scope, { people: input.people[0] ?? "", caller: input.reporterName }).caller;
}
