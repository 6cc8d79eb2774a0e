import type { ConversionScope } from "@apimachinery/runtime";
import type * as desk from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_desk_Other_To_v1_Other,
  autoConvert_desk_Spec_To_v1_Spec,
  autoConvert_desk_Quoted_To_v1_Quoted,
  autoConvert_v1_Other_To_desk_Other,
  autoConvert_v1_Quoted_To_desk_Quoted,
  autoConvert_v1_Spec_To_desk_Spec,
} from "./zz_generated.conversion.js";

export function Convert_v1_Spec_To_desk_Spec(input: v1.Spec, scope: ConversionScope): desk.Spec {
  return autoConvert_v1_Spec_To_desk_Spec(input, scope, { people: [input.people] });
}

export function Convert_desk_Spec_To_v1_Spec(input: desk.Spec, scope: ConversionScope): v1.Spec {
  return autoConvert_desk_Spec_To_v1_Spec(input, scope, { people: input.people[0] ?? "" });
}

export function Convert_v1_Other_To_desk_Other(input: v1.Other, scope: ConversionScope): desk.Other {
  return autoConvert_v1_Other_To_desk_Other(input, scope, { people: [input.people] });
}

export function Convert_desk_Other_To_v1_Other(input: desk.Other, scope: ConversionScope): v1.Other {
  return autoConvert_desk_Other_To_v1_Other(input, scope, { people: input.people[0] ?? "" });
}

export function Convert_v1_Quoted_To_desk_Quoted(input: v1.Quoted, scope: ConversionScope): desk.Quoted {
  return autoConvert_v1_Quoted_To_desk_Quoted(input, scope, { people: [input.people] });
}

export function Convert_desk_Quoted_To_v1_Quoted(input: desk.Quoted, scope: ConversionScope): v1.Quoted {
  return autoConvert_desk_Quoted_To_v1_Quoted(input, scope, { people: input.people[0] ?? "" });
}
