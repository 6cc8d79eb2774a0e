import type { Part } from "./types.js";

export function SetDefaults_Part(obj: Part): void {
  obj.x ||= "there";
}
