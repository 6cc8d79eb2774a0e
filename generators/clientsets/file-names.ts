import type { ClientsetPlan, ClientResource, ClientVersion } from "./clients.js";
import type { SymbolRef } from "../../engine/base/symbol.js";

/** The folder of a clientset; the rest of the plan is not needed. */
export type ClientsetFolder = Pick<ClientsetPlan, "folder">;

export function tableFile({ folder }: ClientsetFolder): string {
  return `${folder}/group-versions.ts`;
}

export function informersFile({ folder }: ClientsetFolder): string {
  return `${folder}/informers.ts`;
}

/** Returns the path of the listers of a version, without `.ts`. */
export function listerFile({ path }: ClientVersion): string {
  return `${path}-listers`;
}

/**
 * Reports whether a resource has a lister: the resource's client must have the methods get and
 * list.
 */
export function hasLister({ verbs }: ClientResource): boolean {
  return verbs.includes("get") && verbs.includes("list");
}

/** Returns the names that the file of listers exports for a resource. */
export function listerNames(version: ClientVersion, { kind, isCluster }: ClientResource): readonly SymbolRef[] {
  const from = `${listerFile(version)}.ts`;
  return [
    { symbol: `${kind.name}Lister`, from, type: true },
    ...(isCluster ? [] : [{ symbol: `${kind.name}NamespaceLister`, from, type: true as const }]),
    { symbol: `new${kind.name}Lister`, from },
  ];
}

/** Returns the path of the apply configurations of a version, without `.ts`. */
export function applyFile({ path }: ClientVersion): string {
  return `${path}-apply`;
}

/** Reports whether the client of a resource has a method for server-side apply. */
export function hasApplyConfiguration({ verbs, methods }: ClientResource): boolean {
  return verbs.some((verb) => verb.startsWith("apply")) || methods.some(({ verb }) => verb === "apply");
}

/** Returns the names that the file of apply configurations exports for a resource. */
export function applyNames(version: ClientVersion, { kind, verbs }: ClientResource): readonly SymbolRef[] {
  const from = `${applyFile(version)}.ts`;
  return [
    { symbol: `${kind.name}ApplyConfiguration`, from, type: true },
    { symbol: `extract${kind.name}`, from },
    { symbol: `extract${kind.name}From`, from },
    ...(verbs.includes("applyStatus") ? [{ symbol: `extract${kind.name}Status`, from }] : []),
  ];
}
