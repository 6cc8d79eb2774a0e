import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Recorded call of a validation function in Go, and the errors that it returned. */
export interface Call {
  /** Folder of the function, relative to the folder of all packages. */
  readonly package: string;
  /** Folder of the type; set only if it is not the folder of the function. */
  readonly typePackage?: string;
  readonly type: string;
  readonly update?: true;
  readonly options?: Readonly<Record<string, boolean>>;
  readonly subresources?: readonly string[];
  /** The object as JSON. Zeros are omitted, except zeros behind a pointer. */
  readonly value: unknown;
  /** The object before the update. It is absent if the old object is not known. */
  readonly old?: unknown;
  readonly errors: readonly CallError[];
  /** Set if Go returns the errors in random order, because they are from a map. */
  readonly unordered?: true;
}

export interface CallError {
  readonly type: string;
  readonly field: string;
  /**
   * Value in the error. It is absent in errors of `+k8s:validateFalse`, because these contain the
   * whole object.
   */
  readonly value: unknown;
  readonly detail: string | undefined;
  readonly origin: string | undefined;
  readonly stability: string | undefined;
}

/** A known difference: an error that only one of the two languages returns, with the reason. */
export interface Deviation {
  readonly package: string;
  readonly only: "Go" | "TypeScript";
  /** Path of the field, without the indexes of list items. */
  readonly field: string;
  readonly detail: string;
  readonly reason: string;
}

export function readCalls(file: string): readonly Call[] {
  return readRecorded(file) as readonly Call[];
}

/**
 * Reads a file of recorded calls. Each line of the file contains one call, in which an error is a
 * list of texts.
 */
export function readRecorded(file: string): readonly { readonly errors: readonly CallError[] }[] {
  const lines = readFileSync(resolve(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const call = JSON.parse(line) as { readonly errors?: readonly (readonly string[])[] };
    return { ...call, errors: (call.errors ?? []).map(errorOf) };
  });
}

function errorOf([type = "", field = "", detail, origin, stability, value]: readonly string[]): CallError {
  return { type, field, detail, origin, stability, value };
}

export function readDeviations(): readonly Deviation[] {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, "deviations.json"), "utf8")) as readonly Deviation[];
}

/** Formats each error as one line. If Go's order is random, the lines are sorted. */
export function printed(errors: readonly CallError[], { unordered }: Pick<Call, "unordered">): readonly string[] {
  const lines = errors.map(({ type, field, value, detail = "", origin = "", stability = "" }) =>
    [stability, type, field, origin === "validateFalse" ? "" : JSON.stringify(comparable(value)), detail, origin].join(
      " | ",
    ),
  );
  return unordered === true ? lines.sort() : lines;
}

/**
 * Returns a form of a value that is equal in both languages: with sorted keys and without zeros. In
 * Go, a value can be a pointer, and a list that is nil is printed as `null`. A value that Go does
 * not print counts as a zero.
 */
function comparable(value: unknown): unknown {
  if (typeof value === "symbol" || value === "<value omitted>") return undefined;
  if (typeof value !== "object" || value === null) return value || undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => comparable(item) ?? null);
  const entries = Object.entries(value)
    .map(([key, one]) => [key, comparable(one)] as const)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
