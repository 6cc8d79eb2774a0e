import type { WidgetSpec } from "../../../../api/shop/v1/types.js";
export function SetDefaults_WidgetSpec(obj: WidgetSpec): void { obj.m ||= "m"; }
