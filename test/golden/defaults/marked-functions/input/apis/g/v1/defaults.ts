import type { Part } from "./types.js";

/** +k8s:defaulter-gen=covres */
export function SetDefaults_Part(obj: Part): void {
  name(obj);
}

/** +k8s:defaulter-gen=covers */
export function name(obj: Part): void {
  obj.name ??= "part";
}
