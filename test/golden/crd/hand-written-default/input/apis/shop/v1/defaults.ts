import type { MachineSpec } from "./types.js";

export function SetDefaults_MachineSpec(obj: MachineSpec): void {
  obj.port ??= 80;
}
