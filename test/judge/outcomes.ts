import { createHash } from "node:crypto";
import type { JSONValue } from "@apimachinery/runtime";

/** The result of a step of a case. */
export interface AnyOutcome {
  readonly error?: string;
}

/** Returns the text of an outcome, with sorted keys, and with sorted lines of errors. */
export function canonical(outcome: AnyOutcome): string {
  return JSON.stringify(sorted(JSON.parse(JSON.stringify(outcome)) as JSONValue));
}

function sorted(value: JSONValue): JSONValue {
  if (typeof value === "string") return value.split("\n").map(withoutAddress).toSorted().join("\n");
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key] as JSONValue)]));
}

/** Go prints the addresses of a type that the schema lacks, and of an object that is a key. */
function withoutAddress(line: string): string {
  return line
    .replace(/could not resolve .*/, "could not resolve a type")
    .replace(/insert failed: key &?\{.*\} already exists/, "insert failed: key of an object already exists");
}

/** Returns a short hash of the outcomes of a case. */
export function hashOf(steps: readonly AnyOutcome[]): string {
  return createHash("sha256").update(steps.map(canonical).join("\n")).digest("base64url").slice(0, 8);
}

/** The outcome of a step that makes Go's library panic. */
const panic = canonical({ error: "panic" });

/**
 * Returns the index of the first step whose outcome none of Go's runs has; undefined without a
 * difference. After a step that has several outcomes in Go, the states differ, so the comparison
 * ends. Where Go's text has the entries of a map in a random order, the same characters in another
 * order are accepted, and so are errors that several runs of Go report.
 */
export function firstDifference(
  ours: readonly AnyOutcome[],
  runs: readonly (readonly AnyOutcome[])[],
): number | undefined {
  for (const [at, outcome] of ours.entries()) {
    const theirs = new Set(runs.map((run) => canonical(run[at] as AnyOutcome)));
    if (theirs.has(panic)) return undefined;
    const text = canonical(outcome);
    const isRandom = theirs.size > 1;
    if (
      !theirs.has(text) &&
      !(
        isRandom &&
        isOtherOrder(
          outcome,
          runs.map((run) => run[at] as AnyOutcome),
        )
      )
    )
      return at;
    if (isRandom) return undefined;
  }
  return undefined;
}

/** Go reports the errors of a map's fields in a random order, and ends at an undeclared field. */
function isOtherOrder(outcome: AnyOutcome, theirs: readonly AnyOutcome[]): boolean {
  const text = characters(canonical(outcome));
  if (theirs.some((other) => characters(canonical(other)) === text)) return true;
  const known = new Set(theirs.flatMap(errorLines));
  return outcome.error !== undefined && errorLines(outcome).every((line) => known.has(line));
}

function characters(text: string): string {
  return Array.from(text).toSorted().join("");
}

/** A single error is in one line with the prefix of all errors. */
function errorLines({ error = "" }: AnyOutcome): readonly string[] {
  return error.split("\n").map((line) => line.trim().replace(/^a: (?=\.)/, ""));
}
