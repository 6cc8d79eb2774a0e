// apis/cafe/v1/defaults.ts
import type { CoffeeSpec } from "./types.js";

export function SetDefaults_CoffeeSpec(obj: CoffeeSpec): void {
  if (obj.beans.length === 0) obj.beans = obj.milk === undefined ? ["Ethiopia"] : ["Brazil"];
}
