import type { FlunderSpec } from "./types.js";

/** A reference is one to a flunder by default. */
export function SetDefaults_FlunderSpec(obj: FlunderSpec): void {
  if ((obj.referenceType ?? "") === "" && (obj.reference ?? "") !== "") obj.referenceType = "Flunder";
}
