import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Project } from "../../../engine/config/project.js";
import { isRecord } from "../../../engine/util/is-record.js";
import { UsageError } from "../failure.js";
import type { StateChange } from "./form/change.js";

/** Name of the file with accepted changes, beside the configuration. */
export const acceptedFile = "breaking.accepted.json";

/** A breaking change that the authors of an API have accepted. */
export interface AcceptedChange {
  readonly code: string;
  readonly kind: string;
  readonly path: string;
  readonly reason: string;
  /** Last day on which the entry accepts the change, such as 2026-12-31. Absent: no end. */
  readonly until?: string;
}

/**
 * Reads the entries of a file. A missing file has no entries.
 * @param allowsEmptyReasons true if entries may have an empty reason, because the caller writes the
 * file again
 * @throws UsageError if the file cannot be read, or does not have the expected form
 */
export function readAccepted(file: string, allowsEmptyReasons: boolean): readonly AcceptedChange[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw new UsageError(`${acceptedFile} cannot be read: ${messageOf(error)}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${acceptedFile} is not JSON: ${messageOf(error)}`);
  }
  const list = isRecord(value) ? value["accepted"] : undefined;
  if (!Array.isArray(list))
    throw new UsageError(
      `${acceptedFile} must have the form {"accepted": [{"code": "…", "kind": "…", "path": "…", "reason": "…"}]}`,
    );
  for (const [index, given] of (list as readonly unknown[]).entries()) {
    const problem = problemOf(given, allowsEmptyReasons);
    if (problem !== undefined) throw new UsageError(`${acceptedFile}: accepted[${String(index)}] ${problem}`);
  }
  return list as readonly AcceptedChange[];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function problemOf(entry: unknown, allowsEmptyReasons: boolean): string | undefined {
  if (!isRecord(entry)) return "must be an object";
  for (const name of ["code", "kind", "path"])
    if (typeof entry[name] !== "string") return `needs a string ${JSON.stringify(name)}`;
  const { reason, until } = entry;
  const hasReason = typeof reason === "string" && reason.trim() !== "";
  if (!hasReason && !(allowsEmptyReasons && reason === "")) return "needs a reason, which states why no client breaks";
  if (until === undefined) return undefined;
  const isDate = typeof until === "string" && /^\d{4}-\d{2}-\d{2}$/.test(until) && !Number.isNaN(Date.parse(until));
  return isDate ? undefined : "has an invalid date: write until in the form 2026-12-31";
}

/**
 * Returns the path of the file with accepted changes, which is beside the configuration of a
 * project.
 */
export function fileOfAccepted({ root, configFile }: Project): string {
  return join(configFile === undefined ? root : dirname(join(root, configFile)), acceptedFile);
}

/** A change, and the entry that accepts the change, if any. */
export interface JudgedChange {
  readonly change: StateChange;
  readonly accepted?: AcceptedChange;
}

/** Adds to each change the entry that accepts it, if the entry has not expired. */
export function judgedChanges(
  changes: readonly StateChange[],
  entries: readonly AcceptedChange[],
  today: string,
): readonly JudgedChange[] {
  return changes.map((change) => {
    const accepted = entries.find((entry) => matches(entry, change) && !isExpired(entry, today));
    return accepted === undefined ? { change } : { change, accepted };
  });
}

/** Returns warnings about entries that match no change or have expired. */
export function idleEntries(
  changes: readonly StateChange[],
  entries: readonly AcceptedChange[],
  today: string,
): readonly string[] {
  return entries.flatMap((entry) => {
    const name = `${entry.code} of ${entry.kind}${entry.path === "" ? "" : ` ${entry.path}`}`;
    if (!changes.some((change) => matches(entry, change)))
      return [`${acceptedFile}: ${name} matches no change: remove the entry`];
    return isExpired(entry, today)
      ? [`${acceptedFile}: ${name} has no effect, because the entry expired on ${entry.until ?? ""}`]
      : [];
  });
}

function matches({ code, kind, path }: AcceptedChange, change: StateChange): boolean {
  // Entries may omit the prefix of the code.
  const isCode = code === change.code || code === `breaking/${change.code}`;
  return isCode && kind === change.kind && path === change.path;
}

function isExpired({ until }: AcceptedChange, today: string): boolean {
  return until !== undefined && until < today;
}

/**
 * Writes the file with accepted changes again. Keeps entries that match a breaking change, removes
 * other entries, and adds the other breaking changes with an empty reason.
 * @returns the number of entries with an empty reason
 */
export function updateAccepted(
  file: string,
  changes: readonly StateChange[],
  entries: readonly AcceptedChange[],
): number {
  const breaking = changes.filter(({ severity }) => severity === "breaking");
  const kept = entries.filter((entry) => breaking.some((change) => matches(entry, change)));
  const added = new Map(
    breaking
      .filter((change) => !kept.some((entry) => matches(entry, change)))
      .map(({ code, kind, path }) => [`${code} ${kind} ${path}`, { code: `breaking/${code}`, kind, path, reason: "" }]),
  );
  const accepted = [...kept, ...added.values()];
  const text = `${JSON.stringify({ accepted }, undefined, 2)}\n`;
  writeFileSync(file, text);
  return accepted.filter(({ reason }) => reason === "").length;
}
