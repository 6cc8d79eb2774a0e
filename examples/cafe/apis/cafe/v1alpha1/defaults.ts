// apis/cafe/v1alpha1/defaults.ts
import type { CoffeeSpec } from "./types.js";

export function SetDefaults_CoffeeSpec(obj: CoffeeSpec): void {
  if (obj.beans === "") obj.beans = obj.milk === undefined ? "Ethiopia" : "Brazil";
}
