import type { ClientsetPlan } from "./clients.js";

/** The folder of a clientset; the rest of the plan is not needed. */
export type ClientsetFolder = Pick<ClientsetPlan, "folder">;

export function tableFile({ folder }: ClientsetFolder): string {
  return `${folder}/group-versions.ts`;
}

export function informersFile({ folder }: ClientsetFolder): string {
  return `${folder}/informers.ts`;
}
