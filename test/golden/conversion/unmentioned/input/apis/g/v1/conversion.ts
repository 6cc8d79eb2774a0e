import type { ConversionScope } from "@apimachinery/runtime";
import type * as g from "../types.js";
import type * as v1 from "./types.js";
import {
  autoConvert_g_ByHelper_To_v1_ByHelper,
  autoConvert_g_Careful_To_v1_Careful,
  autoConvert_g_Forgetful_To_v1_Forgetful,
  autoConvert_g_Shape_To_v1_Shape,
  autoConvert_v1_Forgetful_To_g_Forgetful,
  autoConvert_v1_Shape_To_g_Shape,
} from "./zz_generated.conversion.js";

/** Does not mention `lost` and `count`: two warnings. */
export function Convert_g_Forgetful_To_v1_Forgetful(input: g.Forgetful, scope: ConversionScope): v1.Forgetful {
  const out = autoConvert_g_Forgetful_To_v1_Forgetful(input, scope, { count: "" });
  out.name += input.kept;
  return out;
}

export function Convert_v1_Forgetful_To_g_Forgetful(input: v1.Forgetful, scope: ConversionScope): g.Forgetful {
  return autoConvert_v1_Forgetful_To_g_Forgetful(input, scope, { lost: "", kept: "", count: Number(input.count), accepted: "" });
}

export function Convert_g_Careful_To_v1_Careful(input: g.Careful, scope: ConversionScope): v1.Careful {
  const { kept } = input;
  return { ...autoConvert_g_Careful_To_v1_Careful(input, scope), name: kept };
}

/** Hands the whole on to something that may look at everything; but the generated function gets it too, and that is no mention. */
export function Convert_g_ByHelper_To_v1_ByHelper(input: g.ByHelper, scope: ConversionScope): v1.ByHelper {
  return { ...autoConvert_g_ByHelper_To_v1_ByHelper(input, scope), name: JSON.stringify(input) };
}

export function Convert_g_Shape_To_v1_Shape(input: g.Shape, scope: ConversionScope): v1.Shape {
  if (input.kind === "square") return { kind: "triangle" };
  return autoConvert_g_Shape_To_v1_Shape(input, scope);
}

export function Convert_v1_Shape_To_g_Shape(input: v1.Shape, scope: ConversionScope): g.Shape {
  if (input.kind === "triangle") return { kind: "square" };
  return autoConvert_v1_Shape_To_g_Shape(input, scope);
}
