import type { Spec } from "./types.js";

export function SetDefaults_Spec(obj: Spec): void {
  obj.protocol ||= "UDP";
}
