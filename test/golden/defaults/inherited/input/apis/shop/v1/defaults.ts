import type { Common, OrderSpec } from "./types.js";

export function SetDefaults_Common(obj: Common): void {
  obj.name ||= "function";
}

export function SetDefaults_OrderSpec(obj: OrderSpec): void {
  obj.note ||= "function";
}
