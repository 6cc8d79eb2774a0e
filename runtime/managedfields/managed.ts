import { compareByCodePoints } from "../util/compare-keys.js";
import type { ManagedFieldsEntry } from "../meta/v1/types.js";
import { goQuote } from "../util/go-quote.js";
import type { FieldsV1, Time } from "../values/types.js";
import { FieldSet, type ManagedFields, type VersionedSet } from "../structuredmerge/index.js";
import { managerIdentifier, managerNameOf } from "./manager-name.js";

/** The field managers of an object with their fields, and the times of their last changes. */
export interface Managed {
  readonly fields: ManagedFields;
  /** Times by manager identifier. A manager without an entry has no time. */
  readonly times: ReadonlyMap<string, Time>;
}

export const noManagers: Managed = { fields: new Map(), times: new Map() };

/**
 * Decodes managedFields.
 *
 * @throws Error with Go's message for an invalid entry
 */
export function decodeManagedFields(entries: readonly ManagedFieldsEntry[]): Managed {
  const [fields, times] = [new Map<string, VersionedSet>(), new Map<string, Time>()];
  for (const [index, entry] of entries.entries()) {
    const { apiVersion = "", operation, time } = entry;
    checkEntry(entry, index);
    const manager = managerIdentifier(entry);
    fields.set(manager, { set: decodeSet(entry), apiVersion, applied: operation === "Apply" });
    if (time === undefined) times.delete(manager);
    else times.set(manager, time);
  }
  return { fields, times };
}

/**
 * Validates managedFields.
 *
 * @throws Error with Go's message for the first invalid entry
 */
export function validateManagedFields(entries: readonly ManagedFieldsEntry[]): void {
  decodeManagedFields(entries);
}

function checkEntry({ operation, apiVersion = "", fieldsType = "" }: ManagedFieldsEntry, index: number): void {
  if (operation !== "Apply" && operation !== "Update") throw new Error("operation must be `Apply` or `Update`");
  if (apiVersion === "") throw new Error("apiVersion must not be empty");
  if (fieldsType === "") throw new Error(`missing fieldsType in managed fields entry ${String(index)}`);
  if (fieldsType !== "FieldsV1")
    throw new Error(`invalid fieldsType ${goQuote(fieldsType)} in managed fields entry ${String(index)}`);
}

function decodeSet(entry: ManagedFieldsEntry): FieldSet {
  const fields: unknown = entry.fieldsV1 ?? {};
  try {
    // A client can send `fieldsV1` as a JSON string. Its content must not be parsed as JSON.
    return FieldSet.fromJSON(typeof fields === "string" ? JSON.stringify(fields) : (fields as FieldsV1));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`error decoding versioned set from ${printEntry(entry)}: error decoding set: ${message}`, {
      cause: error,
    });
  }
}

/** Returns an entry of managedFields as Go's `%v` prints it. */
function printEntry(entry: ManagedFieldsEntry): string {
  const { time, fieldsV1 } = entry;
  const parts = [
    entry.manager,
    entry.operation,
    entry.apiVersion,
    time === undefined ? "<nil>" : time.replace("T", " ").replace("Z", " +0000 UTC"),
    entry.fieldsType,
    fieldsV1 === undefined ? "<nil>" : printFields(fieldsV1),
    entry.subresource,
  ];
  return `{${parts.map((part) => part ?? "").join(" ")}}`;
}

function printFields(fields: FieldsV1): string {
  try {
    return JSON.stringify(fields);
  } catch {
    // The fields are nested too deeply to be printed.
    return "{...}";
  }
}

/**
 * Returns field managers as managedFields, in the order of Go; undefined if there are no managers.
 */
export function encodeManagedFields({ fields, times }: Managed): ManagedFieldsEntry[] | undefined {
  if (fields.size === 0) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  for (const [manager, versioned] of fields) entries.push(encodeEntry(manager, versioned, times.get(manager)));
  return entries.sort(compareEntries);
}

function encodeEntry(identifier: string, { set, apiVersion, applied }: VersionedSet, time?: Time): ManagedFieldsEntry {
  const { manager, operation, subresource } = managerNameOf(identifier);
  // The properties are in the order in which Kubernetes writes them.
  const entry: ManagedFieldsEntry = {};
  if (manager !== undefined) entry.manager = manager;
  if (applied) entry.operation = "Apply";
  else if (operation !== undefined) entry.operation = operation;
  entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  entry.fieldsType = "FieldsV1";
  entry.fieldsV1 = set.toJSON();
  if (subresource !== undefined) entry.subresource = subresource;
  return entry;
}

/** Compares entries by operation, then time, manager, version and subresource. */
function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareByCodePoints(a.operation ?? "", b.operation ?? "") ||
    compareManagedTimes(a.time, b.time) ||
    compareByCodePoints(a.manager ?? "", b.manager ?? "") ||
    compareByCodePoints(a.apiVersion ?? "", b.apiVersion ?? "") ||
    compareByCodePoints(a.subresource ?? "", b.subresource ?? "")
  );
}

/** Compares times. Go treats a missing time as 1970-01-01T00:00:00Z. */
export function compareManagedTimes(a = unixZero, b = unixZero): number {
  return compareByCodePoints(a, b);
}

const unixZero: Time = "1970-01-01T00:00:00Z";
