import type { ClientsetPlan } from "./clients.js";

/** A clientset, or only its folder. */
export type ClientsetFolder = Pick<ClientsetPlan, "folder">;

export function tableFile({ folder }: ClientsetFolder): string {
  return `${folder}/group-versions.ts`;
}

export function informersFile({ folder }: ClientsetFolder): string {
  return `${folder}/informers.ts`;
}
