import type { Label } from "../types.js";

/** The type is imported from another folder by mistake. */
export function SetDefaults_Label(obj: Label): void {
  obj.x ||= "x";
}
