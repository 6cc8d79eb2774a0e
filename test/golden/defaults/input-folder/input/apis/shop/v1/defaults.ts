import type { OrderSpec } from "../../../api/v1/types.js";

export function SetDefaults_OrderSpec(obj: OrderSpec): void {
  obj.note ||= "person";
}
