import type { ManagedFieldsEntry } from "../meta/v1/types.js";
import { goQuote } from "../go-quote.js";
import type { Time } from "../types.js";
import { compareTexts } from "../structuredmerge/value/compare-values.js";
import { FieldSet, type ManagedFields, type VersionedSet } from "../structuredmerge/index.js";

/** The managers of an object, and the times of their last changes. */
export interface Managed {
  readonly fields: ManagedFields;
  /** Times by the identifiers of managers. A manager may have no time. */
  readonly times: ReadonlyMap<string, Time>;
}

export const noManagers: Managed = { fields: new Map(), times: new Map() };

export type Operation = "Apply" | "Update";

/** What identifies a manager. */
export interface ManagerName {
  readonly manager?: string;
  readonly operation?: Operation;
  readonly apiVersion?: string;
  readonly subresource?: string;
}

/**
 * Returns the identifier of a manager: JSON without the set of fields and the time. A manager that
 * applies is the same manager in all versions.
 */
export function managerIdentifier({ manager, operation, apiVersion, subresource }: ManagerName): string {
  return JSON.stringify({
    ...(manager && { manager }),
    ...(operation && { operation }),
    ...(apiVersion && operation !== "Apply" && { apiVersion }),
    ...(subresource && { subresource }),
  });
}

/**
 * Decodes the managers of an object.
 *
 * @throws Error with Go's text if an entry is wrong
 */
export function decodeManagedFields(entries: readonly ManagedFieldsEntry[]): Managed {
  const [fields, times] = [new Map<string, VersionedSet>(), new Map<string, Time>()];
  for (const [index, entry] of entries.entries()) {
    const { apiVersion = "", operation, time } = entry;
    checkEntry(entry, index);
    const manager = managerIdentifier(entry);
    fields.set(manager, { set: decodeSet(entry), apiVersion, applied: operation === "Apply" });
    if (time !== undefined && time !== "") times.set(manager, time);
    else times.delete(manager);
  }
  return { fields, times };
}

function checkEntry({ operation, apiVersion = "", fieldsType = "" }: ManagedFieldsEntry, index: number): void {
  if (operation !== "Apply" && operation !== "Update") throw new Error("operation must be `Apply` or `Update`");
  if (apiVersion === "") throw new Error("apiVersion must not be empty");
  if (fieldsType === "") throw new Error(`missing fieldsType in managed fields entry ${String(index)}`);
  if (fieldsType !== "FieldsV1")
    throw new Error(`invalid fieldsType ${goQuote(fieldsType)} in managed fields entry ${String(index)}`);
}

function decodeSet(entry: ManagedFieldsEntry): FieldSet {
  try {
    return FieldSet.fromJSON(entry.fieldsV1 ?? {});
  } catch (error) {
    const shown = JSON.stringify({ ...entry, fieldsV1: undefined });
    throw new Error(`error decoding versioned set from ${shown}: error decoding set: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** Returns the managers as entries, sorted as in Go. Undefined if there are none. */
export function encodeManagedFields({ fields, times }: Managed): ManagedFieldsEntry[] | undefined {
  if (fields.size === 0) return undefined;
  return [...fields].map(([manager, versioned]) => encodeEntry(manager, versioned, times.get(manager))).sort(compare);
}

function encodeEntry(identifier: string, { set, apiVersion, applied }: VersionedSet, time?: Time): ManagedFieldsEntry {
  const { manager, operation, subresource } = JSON.parse(identifier) as ManagerName;
  // The properties are in the order in which Kubernetes writes them.
  return {
    ...(manager !== undefined && { manager }),
    ...(applied ? { operation: "Apply" } : operation !== undefined && { operation }),
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: "FieldsV1",
    fieldsV1: set.toJSON(),
    ...(subresource !== undefined && { subresource }),
  };
}

/** The order: operation, time, manager, version, subresource. */
function compare(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareTexts(a.operation ?? "", b.operation ?? "") ||
    compareTexts(a.time ?? "", b.time ?? "") ||
    compareTexts(a.manager ?? "", b.manager ?? "") ||
    compareTexts(a.apiVersion ?? "", b.apiVersion ?? "") ||
    compareTexts(a.subresource ?? "", b.subresource ?? "")
  );
}

/** Returns a manager as the text of a conflict names it. Source: `printManager` of apimachinery. */
export function printManager(identifier: string): string {
  const { manager = "", operation, apiVersion = "", subresource = "" } = JSON.parse(identifier) as ManagerName;
  const name = goQuote(manager) + (subresource === "" ? "" : ` with subresource ${goQuote(subresource)}`);
  return operation === "Update" ? `${name} using ${apiVersion}` : name;
}
