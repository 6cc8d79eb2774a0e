import type { Label } from "../types.js";

/** The type of another folder, imported by mistake. */
export function SetDefaults_Label(obj: Label): void {
  obj.x ||= "x";
}
