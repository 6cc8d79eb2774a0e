import type { SymbolRef } from "../../engine/base/symbol.js";
import type { ClientResource, ClientVersion } from "./clients.js";

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
