import type { ConversionScope } from "@apimachinery/runtime";
import type * as external from "../../../api/apps/v1/types.js";
import type * as internal from "../../../apis/apps/v1/types.js";
import {
  autoConvert_api_apps_v1_Scale_To_apis_apps_v1_Scale,
  autoConvert_apis_apps_v1_Scale_To_api_apps_v1_Scale,
} from "./zz_generated.conversion.js";

export function Convert_api_apps_v1_Scale_To_apis_apps_v1_Scale(input: external.Scale, scope: ConversionScope): internal.Scale {
  return autoConvert_api_apps_v1_Scale_To_apis_apps_v1_Scale(input, scope, { replicas: Number(input.replicas) });
}

export function Convert_apis_apps_v1_Scale_To_api_apps_v1_Scale(input: internal.Scale, scope: ConversionScope): external.Scale {
  return autoConvert_apis_apps_v1_Scale_To_api_apps_v1_Scale(input, scope, { replicas: String(input.replicas ?? 0) });
}
