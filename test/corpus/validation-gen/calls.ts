import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** One call of a validation function in Go, and its errors. */
export interface Call {
  /** The folder of the function, below the folder of all packages. */
  readonly package: string;
  /** The folder of the type, if it is another one. */
  readonly typePackage?: string;
  readonly type: string;
  readonly update?: true;
  readonly options?: Readonly<Record<string, boolean>>;
  readonly subresources?: readonly string[];
  /** The object as JSON, without zeros that are not behind a pointer. */
  readonly value: unknown;
  /** The object before the update; absent in an update of an object that is unknown. */
  readonly old?: unknown;
  readonly errors: readonly CallError[];
  /** Go returns the errors of maps in random order. */
  readonly unordered?: true;
}

export interface CallError {
  readonly type: string;
  readonly field: string;
  /** Absent in errors of `+k8s:validateFalse`: these contain the object. */
  readonly value: unknown;
  readonly detail: string | undefined;
  readonly origin: string | undefined;
  readonly stability: string | undefined;
}

/** An error that only one of the two languages returns, and the reason. */
export interface Deviation {
  readonly package: string;
  readonly only: "Go" | "TypeScript";
  /** The path of the field, without indexes. */
  readonly field: string;
  readonly detail: string;
  readonly reason: string;
}

/** Returns the calls in a file, which has one in each line. Errors are lists there. */
export function readCalls(file: string): readonly Call[] {
  const lines = readFileSync(resolve(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const call = JSON.parse(line) as Omit<Call, "errors"> & { readonly errors?: readonly (readonly string[])[] };
    return { ...call, errors: (call.errors ?? []).map(errorOf) };
  });
}

function errorOf([type = "", field = "", detail, origin, stability, value]: readonly string[]): CallError {
  return { type, field, detail, origin, stability, value };
}

export function readDeviations(): readonly Deviation[] {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, "deviations.json"), "utf8")) as readonly Deviation[];
}

/** Returns each error as one line, sorted where Go's order is random. */
export function printed(errors: readonly CallError[], { unordered }: Call): readonly string[] {
  const lines = errors.map(({ type, field, value, detail = "", origin = "", stability = "" }) =>
    [stability, type, field, origin === "validateFalse" ? "" : JSON.stringify(comparable(value)), detail, origin].join(
      " | ",
    ),
  );
  return unordered === true ? lines.sort() : lines;
}

/**
 * Returns a value with sorted keys and without zeros: values of Go's errors can be pointers, and a
 * nil list is then `null`. A value that is not printed is a zero.
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
