import type { SymbolRef } from "../../engine/base/symbol.js";
import type { ClientResource, ClientVersion } from "./clients.js";

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
