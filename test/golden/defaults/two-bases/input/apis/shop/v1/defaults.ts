import type { Part } from "../../common/types.js";

export function SetDefaults_Part(obj: Part): void {
  obj.x ||= "here";
}
